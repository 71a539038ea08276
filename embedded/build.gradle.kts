val library: (String) -> String by rootProject.extra

dependencies {
    "api"(project(":gateway"))
    "implementation"(project(":aggregator"))
    "implementation"(project(":maximizer"))
    "implementation"(project(":joiner"))
    "implementation"(library("slf4j"))
    "testImplementation"(library("zstd"))
    "testRuntimeOnly"(library("duckdb"))
}
