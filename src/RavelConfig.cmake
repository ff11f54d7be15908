# find_package(Ravel): ravel_add_test() makes a test of ctest that Ravel explores. The project need
# not be built with Ravel: the test has objects of its own, compiled with `ravel cc` and `ravel c++`.
#
#   ravel_add_test(NAME queue SOURCES queue_test.cc queue.cc
#     [OPTIONS --max-seconds 60]     of `ravel check`, or of the checks that the program makes
#     [ARGUMENTS ...]                of the program
#     [EXPECT pass|fail|incomplete]  what `ravel check` is to say; without it, pass
#     [RUN]                          the program runs by itself: it calls ravel_check()
#     [INCLUDES dir...] [DEFINITIONS name...] [COMPILE_OPTIONS ...] [LIBRARIES ...])
get_filename_component(_ravel_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(RAVEL_EXECUTABLE "${_ravel_prefix}/bin/ravel")
set(Ravel_INCLUDE_DIRS "${_ravel_prefix}/include")
set(_ravel_expect "${CMAKE_CURRENT_LIST_DIR}/RavelExpect.cmake")

function(ravel_add_test)
  cmake_parse_arguments(PARSE_ARGV 0 test "RUN" "NAME;EXPECT"
    "SOURCES;OPTIONS;ARGUMENTS;INCLUDES;DEFINITIONS;COMPILE_OPTIONS;LIBRARIES")
  if(NOT test_NAME OR NOT test_SOURCES OR test_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "ravel_add_test: NAME and SOURCES are needed; ${test_UNPARSED_ARGUMENTS}")
  endif()
  set(flags -g ${test_COMPILE_OPTIONS})
  foreach(directory ${test_INCLUDES})
    get_filename_component(directory "${directory}" ABSOLUTE)
    list(APPEND flags "-I${directory}")
  endforeach()
  foreach(definition ${test_DEFINITIONS})
    list(APPEND flags "-D${definition}")
  endforeach()
  set(directory "${CMAKE_CURRENT_BINARY_DIR}/ravel/${test_NAME}")
  file(MAKE_DIRECTORY "${directory}")
  set(objects)
  set(linker cc)
  foreach(source ${test_SOURCES})
    get_filename_component(path "${source}" ABSOLUTE)
    get_filename_component(ending "${source}" LAST_EXT)
    string(MAKE_C_IDENTIFIER "${source}" name)
    set(compiler cc)
    if(NOT ending STREQUAL ".c")
      set(compiler c++)
      set(linker c++)
    endif()
    add_custom_command(OUTPUT "${directory}/${name}.o"
      COMMAND "${RAVEL_EXECUTABLE}" ${compiler} ${flags} -MD -MF "${directory}/${name}.d"
        -c "${path}" -o "${directory}/${name}.o"
      DEPENDS "${path}" DEPFILE "${directory}/${name}.d" VERBATIM)
    list(APPEND objects "${directory}/${name}.o")
  endforeach()
  add_custom_command(OUTPUT "${directory}/${test_NAME}"
    COMMAND "${RAVEL_EXECUTABLE}" ${linker} -o "${directory}/${test_NAME}" ${objects}
      ${test_LIBRARIES}
    DEPENDS ${objects} VERBATIM)
  add_custom_target("ravel_${test_NAME}" ALL DEPENDS "${directory}/${test_NAME}")
  if(test_RUN)
    set(command "${directory}/${test_NAME}" ${test_ARGUMENTS})
  else()
    set(command "${RAVEL_EXECUTABLE}" check ${test_OPTIONS} "${directory}/${test_NAME}")
    if(test_ARGUMENTS)
      list(APPEND command -- ${test_ARGUMENTS})
    endif()
  endif()
  if(test_EXPECT AND NOT test_EXPECT STREQUAL "pass")
    set(command "${CMAKE_COMMAND}" "-DEXPECT=${test_EXPECT}" -P "${_ravel_expect}" -- ${command})
  endif()
  add_test(NAME "${test_NAME}" COMMAND ${command} WORKING_DIRECTORY "${directory}")
  if(test_RUN AND test_OPTIONS)
    list(JOIN test_OPTIONS " " options)
    set_tests_properties("${test_NAME}" PROPERTIES ENVIRONMENT "RAVEL_OPTIONS=${options}")
  endif()
endfunction()

set(Ravel_FOUND TRUE)
