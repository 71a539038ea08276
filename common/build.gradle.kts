val library: (String) -> String by rootProject.extra

dependencies {
    "implementation"(library("amqp-client"))
    "implementation"(library("jackson"))
    "implementation"(library("roaringbitmap"))
    "implementation"(library("slf4j"))
}
