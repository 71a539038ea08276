val library: (String) -> String by rootProject.extra

dependencies {
    "implementation"(library("amqp-client"))
    "api"(library("jackson"))
    "api"(library("picocli"))
    "implementation"(library("roaringbitmap"))
    "implementation"(library("slf4j"))
}
