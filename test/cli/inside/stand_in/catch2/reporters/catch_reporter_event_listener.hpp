/* Of the stand-in for Catch2 3: see catch_test_macros.hpp. */
#ifndef CATCH_REPORTER_EVENT_LISTENER_HPP_INCLUDED
#define CATCH_REPORTER_EVENT_LISTENER_HPP_INCLUDED

namespace Catch {
struct IConfig;
struct EventListenerBase {
  EventListenerBase(const IConfig *) {
  }
  virtual ~EventListenerBase() = default;
  virtual void assertionEnded(const AssertionStats &) {
  }
};
} // namespace Catch

#endif
