val library: (String) -> String by rootProject.extra

dependencies {
    "api"(project(":common"))
    "implementation"(project(":aggregator"))
    "implementation"(project(":maximizer"))
    "implementation"(project(":joiner"))
    "implementation"(library("jackson"))
    "implementation"(library("slf4j"))
    "implementation"(library("zstd"))
    "testImplementation"(library("fastcsv"))
    "testRuntimeOnly"(library("duckdb"))
}
