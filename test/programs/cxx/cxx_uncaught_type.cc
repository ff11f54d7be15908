// What is thrown need not be a std::exception.
// expect: fail abort
// at: BUG
// message: ^uncaught exception of type app::Failure$
namespace app {
struct Failure {
  int code;
};
} // namespace app

int main() {
  throw app::Failure{3}; /* BUG */
}
