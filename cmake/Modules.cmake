# moc 6.4 cannot parse <concepts>; the header's own guard makes it skip what it need not see.
set(UASURGE_MOC_OPTIONS -D_GLIBCXX_CONCEPTS)

# uasurge_module(<name> DEPENDS <modules> PRIVATE_LIBS <libs> PUBLIC_LIBS <libs> [PCH <headers>])
# One static library per folder, named after its path (ua/types -> uasurge_ua_types).
# The dependency-rule test reads the DEPENDS lists, so write them as module paths.
function(uasurge_module module)
    cmake_parse_arguments(ARG "" "" "DEPENDS;PRIVATE_LIBS;PUBLIC_LIBS;PCH" ${ARGN})
    string(REPLACE "/" "_" flat "${module}")
    set(target "uasurge_${flat}")
    file(GLOB sources CONFIGURE_DEPENDS
        "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp" "${CMAKE_CURRENT_SOURCE_DIR}/*.h"
        "${CMAKE_CURRENT_SOURCE_DIR}/services/*.cpp" "${CMAKE_CURRENT_SOURCE_DIR}/services/*.h"
        "${CMAKE_CURRENT_SOURCE_DIR}/workloads/*.cpp" "${CMAKE_CURRENT_SOURCE_DIR}/workloads/*.h")
    set(compiled ${sources})
    list(FILTER compiled INCLUDE REGEX "\\.cpp$")
    if(NOT compiled)
        add_library(${target} INTERFACE)
        set(scope INTERFACE)
    else()
        add_library(${target} STATIC ${sources})
        set(scope PUBLIC)
    endif()
    target_include_directories(${target} ${scope} "${PROJECT_SOURCE_DIR}/core")
    foreach(dependency IN LISTS ARG_DEPENDS)
        string(REPLACE "/" "_" flatDependency "${dependency}")
        target_link_libraries(${target} ${scope} "uasurge_${flatDependency}")
    endforeach()
    target_link_libraries(${target} ${scope} fmt::fmt ${ARG_PUBLIC_LIBS})
    if(compiled AND ARG_PRIVATE_LIBS)
        target_link_libraries(${target} PRIVATE ${ARG_PRIVATE_LIBS})
    endif()
    if(compiled AND ARG_PCH)
        target_precompile_headers(${target} PRIVATE ${ARG_PCH})
    endif()
endfunction()

# uasurge_test(<path under tests, without .cpp> LIBS <targets> [LABELS …] [TIMEOUT s])
# A QtTest executable named after its path, run offscreen.
function(uasurge_test path)
    cmake_parse_arguments(ARG "" "TIMEOUT" "LIBS;LABELS;SOURCES" ${ARGN})
    string(REPLACE "/" "_" name "${path}")
    set(target "test_${name}")
    add_executable(${target} "${PROJECT_SOURCE_DIR}/tests/${path}.cpp" ${ARG_SOURCES})
    set_target_properties(${target} PROPERTIES AUTOMOC ON AUTOMOC_MOC_OPTIONS "${UASURGE_MOC_OPTIONS}")
    target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/tests" "${PROJECT_SOURCE_DIR}/core" "${PROJECT_SOURCE_DIR}")
    target_compile_definitions(${target} PRIVATE
        UASURGE_SOURCE_DIR="${PROJECT_SOURCE_DIR}" UASURGE_BINARY_DIR="${CMAKE_BINARY_DIR}")
    target_link_libraries(${target} PRIVATE ${ARG_LIBS} Qt6::Test)
    add_test(NAME ${path} COMMAND ${target})
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 120)
    endif()
    set_tests_properties(${path} PROPERTIES TIMEOUT ${ARG_TIMEOUT}
        ENVIRONMENT "QT_QPA_PLATFORM=offscreen;QT_LOGGING_RULES=qt.qpa.fonts=false"
        LABELS "${ARG_LABELS}")
endfunction()
