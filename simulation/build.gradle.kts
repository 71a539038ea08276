val library: (String) -> String by rootProject.extra

/** The tests of another module, which run here with a product that lacks what they are about. */
fun testsOf(module: String): Any {
    evaluationDependsOn(module)
    return (project(module).property("sourceSets") as SourceSetContainer).getByName("test").output
}

dependencies {
    "api"(project(":common"))
    "implementation"(project(":aggregator"))
    "implementation"(project(":maximizer"))
    "implementation"(project(":joiner"))
    "implementation"(project(":gateway"))
    "implementation"(project(":embedded"))
    "testImplementation"(library("junit-launcher"))
    "testRuntimeOnly"(testsOf(":common"))
    "testRuntimeOnly"(testsOf(":input"))
    "testRuntimeOnly"(testsOf(":aggregator"))
    "testRuntimeOnly"(testsOf(":maximizer"))
    "testRuntimeOnly"(testsOf(":gateway"))
    "testRuntimeOnly"(testsOf(":embedded"))
}
