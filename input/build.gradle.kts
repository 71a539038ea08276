val library: (String) -> String by rootProject.extra

dependencies {
    "api"(project(":common"))
    "implementation"(library("slf4j"))
    "implementation"(library("zstd"))
    "testImplementation"(library("fastcsv"))
}
