/* Of the stand-in for Catch2 3: see catch_test_macros.hpp. */
#define CATCH_VERSION_MAJOR 3
