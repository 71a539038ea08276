dependencies {
    "api"(project(":common"))
    "implementation"(project(":input"))
}
