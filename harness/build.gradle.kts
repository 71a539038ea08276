// The JDK and the port of object stores: the product, the tests and the benchmarks all use this module.
dependencies {
    "api"(project(":common"))
}
