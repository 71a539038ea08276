val library: (String) -> String by rootProject.extra

dependencies {
    "implementation"(project(":common"))
    "implementation"(project(":aggregator"))
    "implementation"(project(":harness"))
    "implementation"(project(":testkit"))
    "runtimeOnly"(library("duckdb"))
    "implementation"(library("jmh"))
    "annotationProcessor"(library("jmh-processor"))
    "testImplementation"(project(":embedded"))
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

// The options are properties, with their defaults in Comparison: ./gradlew :bench:compare -Droastery.compare.rounds=9
fun Exec.comparison(mainClass: String, what: String) {
    description = "$what; -Droastery.compare.*: HACKING.md."
    group = "verification"
    val main = (project.property("sourceSets") as SourceSetContainer).getByName("main")
    dependsOn(main.runtimeClasspath, ":cli:install")
    doFirst {
        // What is installed is of now: the launcher need not build it again from inside this build.
        file("${rootProject.buildDir}/install/stamp").writeText("")
        val chosen = System.getProperties().stringPropertyNames().filter { it.startsWith("roastery.compare.") }
        setCommandLine(
            listOf("${System.getProperty("java.home")}/bin/java", "-Xmx256m", "-Droastery.root=$rootDir") +
                chosen.sorted().map { "-D$it=${System.getProperty(it)}" } +
                listOf("-cp", main.runtimeClasspath.asPath, "dev.roastery.bench.compare.$mainClass")
        )
    }
}

tasks.create("compare", Exec::class.java) {
    comparison("Comparison", "Compares ./roastery run with DuckDB on the same generated files")
}
tasks.create("neighbours", Exec::class.java) {
    comparison("Neighbours", "Times a small job alone, and while a large one is being submitted")
}
tasks.create("memory", Exec::class.java) {
    comparison("MoreThanMemory", "Runs jobs whose state is many times the memory of each process, beside small ones")
}
tasks.create("growth", Exec::class.java) {
    comparison("Growth", "Measures what a job costs as bytes, groups and partitions grow")
}
