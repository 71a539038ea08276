val library: (String) -> String by rootProject.extra

dependencies {
    "api"(project(":common"))
    "testRuntimeOnly"(library("duckdb"))
}
