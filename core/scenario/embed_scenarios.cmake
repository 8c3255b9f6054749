# Writes OUTPUT: listBuiltIns() over the texts of FILES, as raw strings. A compiler accepts literals
# of 64 KiB; a scenario is far shorter.
set(rows "")
set(count 0)
foreach(file IN LISTS FILES)
    get_filename_component(name "${file}" NAME_WE)
    file(READ "${file}" content)
    string(FIND "${content}" ")scenario\"" delimiter)
    if(NOT delimiter EQUAL -1)
        message(FATAL_ERROR "${file} contains the raw string delimiter")
    endif()
    string(APPEND rows "    BuiltIn{\"${name}\", R\"scenario(${content})scenario\"},\n")
    math(EXPR count "${count} + 1")
endforeach()
file(WRITE "${OUTPUT}" "// Made from resources/scenarios by embed_scenarios.cmake.
#include \"scenario/built_in.h\"

#include <array>

namespace scenario {

namespace {

constexpr std::array<BuiltIn, ${count}> files{
${rows}};

} // namespace

std::span<const BuiltIn> listBuiltIns() {
    return files;
}

} // namespace scenario
")
