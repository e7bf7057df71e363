# unic_cargo_library(NAME PROFILE release|debug [FEATURES a,b] [TRIPLE triple] [COPY_TO dir] [ENVIRONMENT A=b ...])
#
# Makes the imported targets NAME (shared) and NAME_static, built by cargo on each build (cargo knows what is stale).
# NAME's property UNIC_LIBRARY_DIR is the folder of both files. With COPY_TO, the shared one alone is copied and used there.

find_program(CARGO_EXECUTABLE cargo HINTS "$ENV{CARGO_HOME}/bin" "$ENV{HOME}/.cargo/bin")
if(NOT CARGO_EXECUTABLE)
    message(FATAL_ERROR "cargo is not there\nhelp: install Rust from https://rustup.rs")
endif()

get_filename_component(UNIC_ROOT "${CMAKE_CURRENT_LIST_DIR}" DIRECTORY)

# One source for the version: Cargo.toml; for the number of the ABI: the header.
file(STRINGS "${UNIC_ROOT}/Cargo.toml" unic_version REGEX "^version = " LIMIT_COUNT 1)
string(REGEX REPLACE "^version = \"(.*)\"$" "\\1" unic_version "${unic_version}")
file(STRINGS "${UNIC_ROOT}/include/unic_analysis.h" unic_abi REGEX "^#define UNIC_ABI_VERSION ")
string(REGEX REPLACE "^#define UNIC_ABI_VERSION ([0-9]+)$" "\\1" unic_abi "${unic_abi}")

if(DEFINED ENV{CARGO_TARGET_DIR})
    get_filename_component(UNIC_CARGO_TARGET_DIR "$ENV{CARGO_TARGET_DIR}" ABSOLUTE BASE_DIR "${UNIC_ROOT}")
else()
    set(UNIC_CARGO_TARGET_DIR "${UNIC_ROOT}/target")
endif()

# What a program must link besides the static library: rustc --print native-static-libs, by the test native_libraries.
set(UNIC_NATIVE_LIBRARIES gcc_s util rt pthread m dl c)

function(unic_cargo_library name)
    cmake_parse_arguments(arg "" "PROFILE;FEATURES;TRIPLE;COPY_TO" "ENVIRONMENT" ${ARGN})
    set(directory "${UNIC_CARGO_TARGET_DIR}")
    if(arg_PROFILE STREQUAL "release")
        # Cargo ignores the profile's `lto` for a library that is built as a Rust library as well. A folder of its own, since cargo
        # gives both the same file names.
        string(APPEND directory "/c-library")
        set(command rustc --crate-type cdylib,staticlib --release)
    elseif(arg_PROFILE STREQUAL "debug")
        set(command build)
    else()
        message(FATAL_ERROR "unknown profile \"${arg_PROFILE}\"; allowed: release, debug")
    endif()
    list(APPEND command --locked --lib --manifest-path "${UNIC_ROOT}/Cargo.toml" --target-dir "${directory}")
    if(arg_TRIPLE)
        list(APPEND command --target "${arg_TRIPLE}")
        string(APPEND directory "/${arg_TRIPLE}")
    endif()
    string(APPEND directory "/${arg_PROFILE}")
    if(arg_FEATURES)
        list(APPEND command --features "${arg_FEATURES}")
    endif()
    set(copy ${CMAKE_COMMAND} -E true)
    if(arg_COPY_TO)
        set(copy ${CMAKE_COMMAND} -E copy_if_different "${directory}/libunic_analysis.so" "${arg_COPY_TO}/libunic_analysis.so")
        set(directory "${arg_COPY_TO}")
        file(MAKE_DIRECTORY "${directory}")
    endif()
    # Cargo names the file without a version; its soname, which programs look for, has one.
    add_custom_target(${name}_cargo ALL
        COMMAND ${CMAKE_COMMAND} -E env ${arg_ENVIRONMENT} "${CARGO_EXECUTABLE}" ${command}
        COMMAND ${copy}
        COMMAND ${CMAKE_COMMAND} -E create_symlink libunic_analysis.so "${directory}/libunic_analysis.so.${unic_abi}"
        BYPRODUCTS "${directory}/libunic_analysis.so"
        COMMENT "cargo builds ${name}" USES_TERMINAL VERBATIM)

    add_library(${name} SHARED IMPORTED GLOBAL)
    set_target_properties(${name} PROPERTIES
        IMPORTED_LOCATION "${directory}/libunic_analysis.so"
        IMPORTED_SONAME "libunic_analysis.so.${unic_abi}"
        UNIC_LIBRARY_DIR "${directory}")
    target_include_directories(${name} INTERFACE "${UNIC_ROOT}/include")
    add_dependencies(${name} ${name}_cargo)
    if(arg_COPY_TO)
        return()
    endif()
    add_library(${name}_static STATIC IMPORTED GLOBAL)
    set_target_properties(${name}_static PROPERTIES IMPORTED_LOCATION "${directory}/libunic_analysis.a")
    target_link_libraries(${name}_static INTERFACE ${UNIC_NATIVE_LIBRARIES})
    target_include_directories(${name}_static INTERFACE "${UNIC_ROOT}/include")
    add_dependencies(${name}_static ${name}_cargo)
endfunction()
