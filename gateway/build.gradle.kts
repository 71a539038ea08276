dependencies {
    "api"(project(":common"))
    "testImplementation"(project(":aggregator"))
    "testImplementation"(project(":maximizer"))
    "testImplementation"(project(":joiner"))
}
