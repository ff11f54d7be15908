/* Names that mean something to a framework's filters, or to a shell. */
TEST_CASE("plain") {
}
TEST_CASE("with, comma") {
}
TEST_CASE("with \"quotes\" and \\ [brackets]") {
}
TEST_CASE("a*b") {
}
TEST_CASE("*star") {
}
TEST_CASE("a/b c") {
}
TEST_CASE("  leading") {
}
TEST_CASE("~not") {
}
TEST_CASE("exclude:me") {
}
TEST_CASE("$(touch made) `touch made`; touch made") {
}
TEST_CASE("<xml> & \"attributes\"") {
}
TEST_CASE("--help") {
}
