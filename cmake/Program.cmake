# unic_program(): the man pages and shell completions of the program `unic`, and where it is installed with them.
# unic_cargo_library(... PROGRAM) builds the program itself.

function(unic_program)
    get_target_property(directory unic_analysis UNIC_LIBRARY_DIR)
    set(program "${directory}/unic")
    set(texts "${CMAKE_CURRENT_BINARY_DIR}/program")
    file(MAKE_DIRECTORY "${texts}")
    add_custom_target(unic_program ALL
        COMMAND "${program}" man --dir "${texts}/man1"
        COMMAND "${program}" completions bash > "${texts}/unic.bash"
        COMMAND "${program}" completions zsh > "${texts}/unic.zsh"
        COMMAND "${program}" completions fish > "${texts}/unic.fish"
        BYPRODUCTS "${texts}/unic.bash" "${texts}/unic.zsh" "${texts}/unic.fish"
        COMMENT "unic writes its man pages and completions" VERBATIM)
    add_dependencies(unic_program unic_analysis_cargo)

    install(PROGRAMS "${program}" DESTINATION "${CMAKE_INSTALL_BINDIR}")
    install(DIRECTORY "${texts}/man1" DESTINATION "${CMAKE_INSTALL_MANDIR}")
    install(FILES "${texts}/unic.bash" DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/bash-completion/completions" RENAME unic)
    install(FILES "${texts}/unic.zsh" DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/zsh/site-functions" RENAME _unic)
    install(FILES "${texts}/unic.fish" DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/fish/vendor_completions.d")
endfunction()
