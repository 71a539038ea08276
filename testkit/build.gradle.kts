val library: (String) -> String by rootProject.extra

dependencies {
    "implementation"(library("amqp-client"))
    "implementation"(library("testcontainers"))
    "runtimeOnly"(library("logback"))
}
