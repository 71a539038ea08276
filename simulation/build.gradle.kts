dependencies {
    "api"(project(":common"))
}
