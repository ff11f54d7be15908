// An exception class with two bases says what it says through the second.
// expect: fail abort
// message: ^uncaught exception of type Broken: it is broken$
#include <exception>

struct Other {
  virtual ~Other() = default;
  int code = 1;
};

struct Broken : Other, std::exception {
  const char *what() const noexcept override {
    return "it is broken";
  }
};

int main() {
  throw Broken();
}
