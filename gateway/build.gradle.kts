val library: (String) -> String by rootProject.extra

dependencies {
    "api"(project(":common"))
    "testRuntimeOnly"(library("duckdb"))
    "implementation"(library("zstd"))
    "testImplementation"(library("fastcsv"))
}
