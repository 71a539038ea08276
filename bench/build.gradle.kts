val library: (String) -> String by rootProject.extra

dependencies {
    "implementation"(project(":common"))
    "implementation"(library("jmh"))
    "annotationProcessor"(library("jmh-processor"))
}

// The arguments are JMH's own: ./gradlew :bench:jmh -Pbenchmarks="RowsCodec -wi 5 -i 10"
tasks.create("jmh", Exec::class.java) {
    description = "Runs the micro-benchmarks; -Pbenchmarks='...' gives JMH's arguments."
    group = "verification"
    val main = (project.property("sourceSets") as SourceSetContainer).getByName("main")
    val arguments = (findProperty("benchmarks") ?: "").toString().split(" ").filter { it.isNotEmpty() }
    dependsOn(main.runtimeClasspath)
    doFirst {
        setCommandLine(
            listOf(
                System.getProperty("java.home") + "/bin/java", "-Xmx512m", "--sun-misc-unsafe-memory-access=allow",
                "-cp", main.runtimeClasspath.asPath, "org.openjdk.jmh.Main", "-foe", "true"
            ) + arguments
        )
    }
}
