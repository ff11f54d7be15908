/*
 * How a test fails, in the framework whose header comes before ravel.h or ravel.hpp.
 *
 * RAVEL_FAIL fails the test that calls ravel_check(). RAVEL_WATCH, in C++, has a failure that
 * a framework only notes (EXPECT_EQ, CHECK) end the execution of the function in which it happens.
 * Other frameworks leave the function, by an exception or by longjmp, which Ravel sees by itself.
 */
#ifndef RAVEL_FRAMEWORKS_H
#define RAVEL_FRAMEWORKS_H

#include <stdio.h>
#include <stdlib.h>

#include "ravel_operations.h"

/* Catch2 3 comes in parts, of which a test includes those that it uses itself. */
#if defined(CATCH_TEST_MACROS_HPP_INCLUDED) && !defined(CATCH_REPORTER_EVENT_LISTENER_HPP_INCLUDED)
#include <catch2/catch_version_macros.hpp>
#include <catch2/reporters/catch_reporter_event_listener.hpp>
#include <catch2/reporters/catch_reporter_registrars.hpp>
#endif

#if defined(ADD_FAILURE_AT) /* googletest */

#define RAVEL_FAIL(file, line, text) ADD_FAILURE_AT(file, (int)(line)) << (text)

namespace ravel {
namespace {
struct googletest_listener : ::testing::EmptyTestEventListener {
  void OnTestPartResult(const ::testing::TestPartResult &result) override {
    if (result.failed() && ravel_runtime_wrong)
      ravel_runtime_wrong(result.message(), result.file_name() ? result.file_name() : "",
                          (unsigned)result.line_number());
  }
};
struct watch {
  googletest_listener listener;
  watch() {
    ::testing::UnitTest::GetInstance()->listeners().Append(&listener);
  }
  ~watch() {
    ::testing::UnitTest::GetInstance()->listeners().Release(&listener);
  }
};
} // namespace
} // namespace ravel
#define RAVEL_WATCH ::ravel::watch ravel_watch_

#elif defined(CATCH_VERSION_MAJOR) /* Catch2 */

#ifndef CATCH_REGISTER_LISTENER
#error "define CATCH_CONFIG_EXTERNAL_INTERFACES before catch.hpp: ravel::check must see CHECKs fail"
#endif

namespace ravel {
namespace {
struct catch_listener :
#if CATCH_VERSION_MAJOR >= 3
    Catch::EventListenerBase {
  using EventListenerBase::EventListenerBase;
  void assertionEnded(const Catch::AssertionStats &stats) override {
    told(stats);
  }
#else
    Catch::TestEventListenerBase {
  using TestEventListenerBase::TestEventListenerBase;
  bool assertionEnded(const Catch::AssertionStats &stats) override {
    told(stats);
    return false;
  }
#endif
  static void told(const Catch::AssertionStats &stats) {
    const Catch::AssertionResult &result = stats.assertionResult;
    if (result.isOk() || !ravel_runtime_wrong)
      return;
    const std::string text =
        result.hasExpandedExpression()
            ? result.getExpressionInMacro() + ", that is " + result.getExpandedExpression()
        : result.hasMessage() ? std::string(result.getMessage())
                              : std::string(result.getExpressionInMacro());
    ravel_runtime_wrong(text.c_str(), result.getSourceInfo().file,
                        (unsigned)result.getSourceInfo().line);
  }
};
CATCH_REGISTER_LISTENER(catch_listener)
inline void fail(const char *file, unsigned line, const char *text) {
  Catch::AssertionHandler handler(Catch::StringRef("ravel::check", 12),
                                  Catch::SourceLineInfo(file, line), Catch::StringRef(),
                                  Catch::ResultDisposition::Normal);
  handler.handleMessage(Catch::ResultWas::ExplicitFailure, std::string(text));
  handler.complete();
}
} // namespace
} // namespace ravel
#define RAVEL_FAIL(file, line, text) ::ravel::fail(file, line, text)

#elif defined(DOCTEST_VERSION)

#define RAVEL_FAIL(file, line, text) DOCTEST_ADD_FAIL_AT(file, (int)(line), doctest::String(text))

namespace ravel {
namespace {
struct doctest_listener : doctest::IReporter {
  doctest_listener(const doctest::ContextOptions &) {
  }
  void log_assert(const doctest::AssertData &data) override {
    if (data.m_failed && ravel_runtime_wrong)
      ravel_runtime_wrong(data.m_expr, data.m_file, (unsigned)data.m_line);
  }
  void log_message(const doctest::MessageData &data) override {
    if (data.m_severity > doctest::assertType::is_warn && ravel_runtime_wrong)
      ravel_runtime_wrong(data.m_string.c_str(), data.m_file, (unsigned)data.m_line);
  }
  void report_query(const doctest::QueryData &) override {
  }
  void test_run_start() override {
  }
  void test_run_end(const doctest::TestRunStats &) override {
  }
  void test_case_start(const doctest::TestCaseData &) override {
  }
  void test_case_reenter(const doctest::TestCaseData &) override {
  }
  void test_case_end(const doctest::CurrentTestCaseStats &) override {
  }
  void test_case_exception(const doctest::TestCaseException &) override {
  }
  void subcase_start(const doctest::SubcaseSignature &) override {
  }
  void subcase_end() override {
  }
  void test_case_skipped(const doctest::TestCaseData &) override {
  }
};
DOCTEST_REGISTER_LISTENER("ravel", 1, doctest_listener);
} // namespace
} // namespace ravel

#elif defined(CMOCKA_H_)

#define RAVEL_FAIL(file, line, text) (fputs(text, stderr), _fail(file, (int)(line)))

#elif defined(CHECK_H)

#define RAVEL_FAIL(file, line, text) _ck_assert_failed(file, (int)(line), "Failed", "%s", text)

#elif defined(UNITY_FRAMEWORK_H)

/* Unity prints messages in one line. */
#define RAVEL_FAIL(file, line, text)                                                               \
  ((void)(file), fputs(text, stdout), fputc('\n', stdout),                                         \
   UNITY_TEST_FAIL((UNITY_LINE_TYPE)(line), "the check failed; the report is above"))

#else

#define RAVEL_FAIL(file, line, text)                                                               \
  (fprintf(stderr, "%s\n%s:%u: the check failed\n", text, file, line), fflush(stderr), abort())

#endif

#ifndef RAVEL_WATCH
#define RAVEL_WATCH ((void)0)
#endif

#endif
