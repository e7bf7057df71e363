# unic_install(): headers, both libraries, pkg-config file, CMake package, licence files.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

function(unic_install)
    get_target_property(directory unic_analysis UNIC_LIBRARY_DIR)
    install(FILES "${UNIC_ROOT}/include/unic_analysis.h" "${UNIC_ROOT}/include/unic_analysis.hpp"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")

    # libunic_analysis.so -> libunic_analysis.so.ABI -> libunic_analysis.so.VERSION
    set(soname "libunic_analysis.so.${unic_abi}")
    set(full_name "libunic_analysis.so.${PROJECT_VERSION}")
    if(full_name STREQUAL soname)
        set(full_name "${soname}.0")
    endif()
    install(PROGRAMS "${directory}/libunic_analysis.so" DESTINATION "${CMAKE_INSTALL_LIBDIR}" RENAME "${full_name}")
    set(links "${CMAKE_CURRENT_BINARY_DIR}/links")
    file(MAKE_DIRECTORY "${links}")
    file(CREATE_LINK "${full_name}" "${links}/${soname}" SYMBOLIC)
    file(CREATE_LINK "${soname}" "${links}/libunic_analysis.so" SYMBOLIC)
    install(FILES "${links}/${soname}" "${links}/libunic_analysis.so" DESTINATION "${CMAKE_INSTALL_LIBDIR}")
    install(FILES "${directory}/libunic_analysis.a" DESTINATION "${CMAKE_INSTALL_LIBDIR}")

    # Compilers link libgcc_s by default, and a program linked with -static can't have it.
    list(REMOVE_ITEM UNIC_NATIVE_LIBRARIES gcc_s)
    # Both description files find their prefix from their own location, so the tree may be moved.
    set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/unic-analysis")
    file(RELATIVE_PATH unic_pc_to_prefix "/p/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/p")
    string(REGEX REPLACE "/$" "" unic_pc_to_prefix "${unic_pc_to_prefix}")
    list(TRANSFORM UNIC_NATIVE_LIBRARIES PREPEND "-l" OUTPUT_VARIABLE private_libraries)
    list(JOIN private_libraries " " unic_private_libraries)
    configure_file("${UNIC_ROOT}/cmake/unic-analysis.pc.in" unic-analysis.pc @ONLY)
    install(FILES "${CMAKE_CURRENT_BINARY_DIR}/unic-analysis.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
    configure_package_config_file("${UNIC_ROOT}/cmake/unic-analysis-config.cmake.in" unic-analysis-config.cmake
        INSTALL_DESTINATION "${package_dir}" PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR
        NO_CHECK_REQUIRED_COMPONENTS_MACRO)
    # Before 1.0 a minor version may change what a component does, not what a program is compiled against.
    write_basic_package_version_file(unic-analysis-config-version.cmake COMPATIBILITY SameMajorVersion)
    install(FILES "${CMAKE_CURRENT_BINARY_DIR}/unic-analysis-config.cmake"
        "${CMAKE_CURRENT_BINARY_DIR}/unic-analysis-config-version.cmake" DESTINATION "${package_dir}")

    file(GLOB licences "${UNIC_ROOT}/LICENSE*" "${UNIC_ROOT}/NOTICE" "${UNIC_ROOT}/data/LICENSE-*")
    install(FILES ${licences} DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/licenses/unic-analysis")
endfunction()
