// A stranger's program in C++.

#include <iostream>
#include <unic_analysis.hpp>

int main() {
    int count = 0;
    unic::stream stream(unic::analyzer("{\"type\": \"hyphen\"}"));
    for (const unic::token &token : stream.tokens("E-Book")) {
        std::cout << unic::utf8_term(token) << '\n';
        count++;
    }
    return count == 3 ? 0 : 1;
}
