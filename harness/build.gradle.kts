// The JDK alone: the product, the tests and the benchmarks all use this module.
