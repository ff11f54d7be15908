/* A stand-in for Catch2 3, which Debian 12 has no package of: the names that ravel_frameworks.h and
 * a small test use, with the signatures and the meaning that they have there, in the headers that
 * they are in. */
#ifndef CATCH_TEST_MACROS_HPP_INCLUDED
#define CATCH_TEST_MACROS_HPP_INCLUDED

#include <cstdio>
#include <functional>
#include <string>
#include <vector>

namespace Catch {

class StringRef {
  std::string text;

public:
  StringRef() = default;
  StringRef(const char *chars, size_t n) : text(chars, n) {
  }
  explicit operator std::string() const {
    return text;
  }
};

struct SourceLineInfo {
  SourceLineInfo(const char *name, size_t number) : file(name), line(number) {
  }
  const char *file;
  size_t line;
};

struct ResultDisposition {
  enum Flags { Normal, ContinueOnFailure };
};
struct ResultWas {
  enum OfType { Ok, ExpressionFailed, ExplicitFailure };
};
struct TestFailureException {};

class AssertionResult {
  SourceLineInfo place;
  ResultWas::OfType kind;
  std::string expression, message;

public:
  AssertionResult(SourceLineInfo at, ResultWas::OfType what, std::string in_macro, std::string told)
      : place(at), kind(what), expression(in_macro), message(told) {
  }
  bool isOk() const {
    return kind == ResultWas::Ok;
  }
  bool hasExpandedExpression() const {
    return false;
  }
  bool hasMessage() const {
    return !message.empty();
  }
  std::string getExpressionInMacro() const {
    return expression;
  }
  std::string getExpandedExpression() const {
    return expression;
  }
  StringRef getMessage() const {
    return StringRef(message.c_str(), message.size());
  }
  SourceLineInfo getSourceInfo() const {
    return place;
  }
};

struct AssertionStats {
  AssertionResult assertionResult;
};

inline std::vector<std::function<void(const AssertionStats &)>> &listeners() {
  static std::vector<std::function<void(const AssertionStats &)>> all;
  return all;
}

struct Case {
  const char *name;
  void (*function)();
};
inline std::vector<Case> &cases() {
  static std::vector<Case> all;
  return all;
}
inline bool &failed() {
  static bool in_this_case;
  return in_this_case;
}

class AssertionHandler {
  SourceLineInfo place;
  std::string expression;
  ResultDisposition::Flags disposition;
  bool throws = false;

  void end(ResultWas::OfType kind, const std::string &message) {
    for (const auto &listener : listeners())
      listener(AssertionStats{AssertionResult(place, kind, expression, message)});
    if (kind == ResultWas::Ok)
      return;
    std::printf("%s:%zu: FAILED:\n%s\n%s\n", place.file, place.line, expression.c_str(),
                message.c_str());
    failed() = true;
    throws = disposition == ResultDisposition::Normal;
  }

public:
  AssertionHandler(StringRef, const SourceLineInfo &at, StringRef captured,
                   ResultDisposition::Flags flags)
      : place(at), expression(captured), disposition(flags) {
  }
  void handleExpr(bool holds) {
    end(holds ? ResultWas::Ok : ResultWas::ExpressionFailed, "");
  }
  void handleMessage(ResultWas::OfType kind, std::string &&message) {
    end(kind, message);
  }
  void complete() {
    if (throws)
      throw TestFailureException();
  }
};

struct Registrar {
  Registrar(const char *name, void (*function)()) {
    cases().push_back({name, function});
  }
};

inline int run() {
  size_t wrong = 0;
  for (const Case &test : cases()) {
    failed() = false;
    try {
      test.function();
    } catch (const TestFailureException &) {
    }
    wrong += failed();
  }
  std::printf("test cases: %zu | %zu passed | %zu failed\n", cases().size(), cases().size() - wrong,
              wrong);
  return (int)wrong;
}

} // namespace Catch

#define STAND_IN_JOIN_(a, b) a##b
#define STAND_IN_JOIN(a, b) STAND_IN_JOIN_(a, b)
#define STAND_IN_CASE(function, name)                                                              \
  static void function();                                                                          \
  static Catch::Registrar STAND_IN_JOIN(function, _registrar)(name, function);                     \
  static void function()
#define TEST_CASE(name) STAND_IN_CASE(STAND_IN_JOIN(case_, __LINE__), name)
#define STAND_IN_ASSERT(condition, flags)                                                          \
  do {                                                                                             \
    Catch::AssertionHandler handler(Catch::StringRef(), Catch::SourceLineInfo(__FILE__, __LINE__), \
                                    Catch::StringRef(#condition, sizeof #condition - 1), flags);   \
    handler.handleExpr(condition);                                                                 \
    handler.complete();                                                                            \
  } while (0)
#define CHECK(condition) STAND_IN_ASSERT(condition, Catch::ResultDisposition::ContinueOnFailure)
#define REQUIRE(condition) STAND_IN_ASSERT(condition, Catch::ResultDisposition::Normal)

#endif
