/* Of the stand-in for Catch2 3: see catch_test_macros.hpp. */
#ifndef CATCH_REPORTER_REGISTRARS_HPP_INCLUDED
#define CATCH_REPORTER_REGISTRARS_HPP_INCLUDED

namespace Catch {
template <typename T> struct ListenerRegistrar {
  ListenerRegistrar() {
    static T listener(nullptr);
    listeners().push_back([](const AssertionStats &stats) { listener.assertionEnded(stats); });
  }
};
} // namespace Catch

#define CATCH_REGISTER_LISTENER(type)                                                              \
  namespace {                                                                                      \
  Catch::ListenerRegistrar<type> stand_in_listener;                                                \
  }

#endif
