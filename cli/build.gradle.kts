val library: (String) -> String by rootProject.extra

dependencies {
    "implementation"(project(":simulation"))
    "implementation"(project(":gateway"))
    "implementation"(library("picocli"))
    "annotationProcessor"(library("picocli-codegen"))
    "runtimeOnly"(library("logback"))
    "testImplementation"(library("archunit"))
}

// What ./roastery runs: the jars, and nothing else.
tasks.create("install", Sync::class.java) {
    description = "Puts the jars that ./roastery runs into build/install."
    val main = (project.property("sourceSets") as SourceSetContainer).getByName("main")
    from(tasks.getByName("jar"), main.runtimeClasspath.filter { it.name.endsWith(".jar") })
    into("${rootProject.buildDir}/install/lib")
}
