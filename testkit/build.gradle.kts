val library: (String) -> String by rootProject.extra

dependencies {
    "api"(project(":common"))
    "api"(project(":harness"))
    "api"(library("junit"))
    "api"(library("assertj"))
    "api"(library("awaitility"))
    "implementation"(library("amqp-client"))
    "implementation"(library("testcontainers"))
    "runtimeOnly"(library("logback"))
}
