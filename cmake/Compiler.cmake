# One place for the language level, warnings and sanitizer profiles.
set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR CMAKE_CXX_COMPILER_VERSION VERSION_LESS 19)
    message(FATAL_ERROR
        "UaSurge is built with Clang 19 (found ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}). "
        "g++ 12 miscompiles co_await with aggregate temporaries. Use: cmake --preset release")
endif()

set(UASURGE_PROFILE "debug" CACHE STRING "release, debug, asan-ubsan, tsan or fuzz")
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
    -Wimplicit-fallthrough -Wno-missing-field-initializers -Werror)
add_link_options(-fuse-ld=lld-19)

if(UASURGE_PROFILE STREQUAL "release")
    set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g1 -DNDEBUG")
else()
    set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1 -fno-omit-frame-pointer")
    add_compile_definitions(_GLIBCXX_ASSERTIONS)
endif()
if(UASURGE_PROFILE STREQUAL "asan-ubsan")
    add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined)
    add_link_options(-fsanitize=address,undefined)
elseif(UASURGE_PROFILE STREQUAL "tsan")
    add_compile_options(-fsanitize=thread)
    add_link_options(-fsanitize=thread)
elseif(UASURGE_PROFILE STREQUAL "fuzz")
    add_compile_options(-fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=undefined
        -fprofile-instr-generate -fcoverage-mapping)
    add_link_options(-fsanitize=address,undefined -fprofile-instr-generate)
endif()

find_program(UASURGE_CCACHE ccache)
if(UASURGE_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env
        CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime "${UASURGE_CCACHE}")
endif()
