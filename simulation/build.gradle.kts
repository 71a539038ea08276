dependencies {
    "api"(project(":common"))
    "implementation"(project(":aggregator"))
    "implementation"(project(":maximizer"))
    "implementation"(project(":joiner"))
    "implementation"(project(":gateway"))
    "implementation"(project(":embedded"))
}
