val library: (String) -> String by rootProject.extra

dependencies {
    "implementation"(library("helm"))
    // Helm's engine itself; the other library finds it by its name.
    "runtimeOnly"(library("helm-linux"))
    "implementation"(library("kubernetes"))
    "implementation"(library("jackson"))
    "implementation"(library("jackson-yaml"))
    "testImplementation"(project(":common"))
}

val test = tasks.getByName("test") as Test
test.inputs.files(fileTree("helm"), fileTree("kubernetes"))
