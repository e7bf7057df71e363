# unic_program(PROFILE): builds the program `unic`, its man pages and shell completions, and says where they are installed.

function(unic_program profile)
    set(program "${UNIC_CARGO_TARGET_DIR}/${profile}/unic")
    set(command build --package unic-cli --locked --manifest-path "${UNIC_ROOT}/Cargo.toml" --target-dir "${UNIC_CARGO_TARGET_DIR}")
    if(profile STREQUAL "release")
        list(APPEND command --release)
    endif()
    set(texts "${CMAKE_CURRENT_BINARY_DIR}/program")
    file(MAKE_DIRECTORY "${texts}")
    add_custom_target(unic_program ALL
        COMMAND "${CARGO_EXECUTABLE}" ${command}
        COMMAND "${program}" man --dir "${texts}/man1"
        COMMAND "${program}" completions bash > "${texts}/unic.bash"
        COMMAND "${program}" completions zsh > "${texts}/unic.zsh"
        COMMAND "${program}" completions fish > "${texts}/unic.fish"
        BYPRODUCTS "${texts}/unic.bash" "${texts}/unic.zsh" "${texts}/unic.fish"
        COMMENT "cargo builds unic, which writes its man pages and completions" USES_TERMINAL VERBATIM)
    # One cargo at a time: each would take all processors.
    add_dependencies(unic_program unic_analysis_cargo)

    install(PROGRAMS "${program}" DESTINATION "${CMAKE_INSTALL_BINDIR}")
    install(DIRECTORY "${texts}/man1" DESTINATION "${CMAKE_INSTALL_MANDIR}")
    install(FILES "${texts}/unic.bash" DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/bash-completion/completions" RENAME unic)
    install(FILES "${texts}/unic.zsh" DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/zsh/site-functions" RENAME _unic)
    install(FILES "${texts}/unic.fish" DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/fish/vendor_completions.d")
endfunction()
