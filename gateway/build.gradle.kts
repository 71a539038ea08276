val library: (String) -> String by rootProject.extra

dependencies {
    "api"(project(":common"))
    "implementation"(library("zstd"))
    "testImplementation"(library("fastcsv"))
}
