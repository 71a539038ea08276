val library: (String) -> String by rootProject.extra

dependencies {
    "api"(project(":common"))
    "api"(project(":input"))
    "implementation"(library("jackson"))
    "implementation"(library("slf4j"))
    "testImplementation"(project(":embedded"))
    "testImplementation"(project(":aggregator"))
    "testImplementation"(project(":maximizer"))
    "testImplementation"(project(":joiner"))
    "testImplementation"(library("zstd"))
    "testImplementation"(library("otlp-proto"))
    "testImplementation"(library("protobuf-json"))
    "testRuntimeOnly"(library("duckdb"))
}
