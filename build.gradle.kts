import java.util.Properties
import java.util.concurrent.TimeUnit

// The whole build logic. It stays inside what Gradle 4.7 (Debian's) and a current Gradle both accept;
// docs/adr/0001-build.md says why and which spellings that rules out.

allprojects {
    group = "dev.roastery"
    version = "0.1.0"
}

val libraries = Properties().apply { file("gradle/libraries.properties").reader().use { load(it) } }

/** The coordinates of a library by its short name in gradle/libraries.properties. */
val library = { name: String ->
    libraries.getProperty(name) ?: throw GradleException("gradle/libraries.properties has no '$name'")
}
extra["library"] = library

val jdk = System.getProperty("java.home")
val compilerPackages = listOf("api", "code", "comp", "file", "main", "model", "parser", "processing", "tree", "util")
val compilerExports = compilerPackages.map { "--add-exports=jdk.compiler/com.sun.tools.javac.$it=ALL-UNNAMED" }
val compilerOpens = listOf("code", "comp").map { "--add-opens=jdk.compiler/com.sun.tools.javac.$it=ALL-UNNAMED" }
// A process that ends soon takes less time in all when its JVM does not optimize what it runs.
val shortLived = listOf("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")

// ---------------------------------------------------------------- every subproject

subprojects {
    apply(plugin = "java-library")
    repositories { mavenCentral() }

    // One for each project: tasks of several run at once, and each may only resolve what is its own.
    val formatter = configurations.maybeCreate("formatter")
    configurations.all { exclude(mapOf("group" to "io.netty")) }

    dependencies {
        "formatter"(library("formatter"))
        "compileOnly"(library("jspecify"))
        "testCompileOnly"(library("jspecify"))
        "annotationProcessor"(library("errorprone"))
        "annotationProcessor"(library("nullaway"))
        "testImplementation"(library("junit"))
        "testImplementation"(library("assertj"))
        "testImplementation"(library("awaitility"))
        "testRuntimeOnly"(library("junit-launcher"))
        if (name != "testkit") {
            "testImplementation"(project(":testkit"))
        }
    }
    configurations.getByName("testAnnotationProcessor").extendsFrom(configurations.getByName("annotationProcessor"))

    tasks.withType<JavaCompile> {
        val tests = name == "compileTestJava"
        options.encoding = "UTF-8"
        options.isFork = true
        options.forkOptions.jvmArgs = compilerExports + compilerOpens + shortLived
        options.compilerArgs = options.compilerArgs + listOf(
            "--release", "25", "-parameters",
            "-Xlint:all,-processing,-serial", "-Werror",
            "-XDcompilePolicy=simple", "--should-stop=ifError=FLOW", "-XDaddTypeAnnotationsToSymbol=true",
            listOf(
                "-Xplugin:ErrorProne",
                // JMH does not mark what it generates as generated.
                "-XepDisableWarningsInGeneratedCode", "-XepExcludedPaths:.*/jmh_generated/.*",
                if (tests) "-Xep:NullAway:OFF" else "-Xep:NullAway:ERROR",
                "-XepOpt:NullAway:AnnotatedPackages=dev.roastery",
                // Rows are arrays of primitives on purpose; comments follow HACKING.md, not Javadoc's forms.
                "-Xep:ArrayRecordComponent:OFF", "-Xep:MissingSummary:OFF"
            ).joinToString(" ")
        )
    }

    val formatted = fileTree("src") { include("**/*.java") }
    tasks.create("format", Exec::class.java) {
        description = "Rewrites the Java sources in the project's format."
        group = "verification"
        formats(formatter, formatted, "--replace")
    }
    val verifyFormat = tasks.create("verifyFormat", Exec::class.java) {
        description = "Fails when a Java source is not in the project's format, and names it ('format' mends it)."
        group = "verification"
        val stamp = file("$buildDir/verifyFormat.stamp")
        inputs.files(formatted)
        inputs.files(formatter)
        outputs.file(stamp)
        formats(formatter, formatted, "--dry-run", "--set-exit-if-changed")
        doLast { stamp.writeText("formatted\n") }
    }
    tasks.getByName("check").dependsOn(verifyFormat)

    val test = tasks.getByName("test") as Test
    test.useJUnitPlatform { excludeTags("broker", "docker") }
    val sources = project.property("sourceSets") as SourceSetContainer
    val brokerTest = tasks.create("brokerTest", Test::class.java) {
        description = "Runs the tests tagged 'broker' against a real RabbitMQ."
        group = "verification"
        useJUnitPlatform { includeTags("broker") }
        testClassesDirs = sources.getByName("test").output.classesDirs
        classpath = sources.getByName("test").runtimeClasspath
        shouldRunAfter(test)
        val chosen = listOf("ROASTERY_TEST_AMQP", "ROASTERY_TEST_IMAGE", "ROASTERY_TEST_RABBITMQ_HOME")
        inputs.property("broker", chosen.joinToString { System.getenv(it) ?: "" })
        dependsOn(":testkit:startBroker")
        finalizedBy(":testkit:stopBroker")
        doFirst { systemProperty("roastery.test.amqp", file("${rootProject.buildDir}/broker/uri").readText()) }
    }
    tasks.getByName("check").dependsOn(test, brokerTest)
    if (name == "cli") {
        tasks.create("dockerTest", Test::class.java) {
            description = "Runs the cluster of compose.yaml, and kills in it; takes a Docker engine."
            group = "verification"
            useJUnitPlatform { includeTags("docker") }
            testClassesDirs = sources.getByName("test").output.classesDirs
            classpath = sources.getByName("test").runtimeClasspath
            dependsOn("install", ":bucket:image")
            outputs.upToDateWhen { false }
        }
        val traceReport = tasks.create("traceReport", Exec::class.java) {
            description = "After all tests of 'check': how many rows of requirements and faults they have shown."
            group = "verification"
            val tests = rootProject.subprojects.flatMap { listOf("${it.path}:test", "${it.path}:brokerTest") }
            mustRunAfter(tests)
            onlyIf { tests.all { gradle.taskGraph.hasTask(it) } }
            // Containers are tested by a build of their own, before this one.
            val all = tests + if (System.getenv("ROASTERY_DOCKER_TESTED") == null) listOf() else listOf(":cli:dockerTest")
            doFirst {
                val folders = all.map { it.split(":") }.map { "$rootDir/${it[1]}/build/test-results/${it[2]}" }
                rootProject.buildDir.mkdirs()
                setCommandLine(
                    listOf("$jdk/bin/java") + shortLived + "-Droastery.root=$rootDir" +
                        listOf("-cp", sources.getByName("test").runtimeClasspath.asPath) +
                        "dev.roastery.cli.trace.TraceReport" + "${rootProject.buildDir}/trace-summary" + folders
                )
            }
        }
        tasks.getByName("check").dependsOn(traceReport)
    }
    // 'test' runs the same tests with few mutations, so that none is ever broken unnoticed.
    tasks.create("fuzz", Test::class.java) {
        description = "Runs the tests tagged 'fuzz', each with -Droastery.fuzz.mutations (a million)."
        group = "verification"
        useJUnitPlatform { includeTags("fuzz") }
        testClassesDirs = sources.getByName("test").output.classesDirs
        classpath = sources.getByName("test").runtimeClasspath
        systemProperty("roastery.fuzz.mutations", 1000000)
    }

    tasks.withType<Test> {
        // A failed test does not stop the others; ':testSummary' counts them all and then fails the build.
        ignoreFailures = true
        // Most tests wait for processes that they start. Forks share nothing: each has brokers and ports of its own.
        maxParallelForks = 2
        finalizedBy(":testSummary")
        val reports = file("$buildDir/test-results/$name")
        outputs.upToDateWhen { suites(reports).total("failures", "errors") == 0 }
        maxHeapSize = "1g"
        jvmArgs("-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow")
        if (project.name != "simulation") {
            // ChaosTest starts its nodes with the same options.
            jvmArgs("-XX:TieredStopAtLevel=1")
        }
        systemProperty("roastery.root", rootDir.path)
        systemProperty("logback.configurationFile", "logback-test.xml")
        System.getProperties().stringPropertyNames().filter { it.startsWith("roastery.") }.forEach {
            systemProperty(it, System.getProperty(it))
        }
        testLogging {
            setExceptionFormat("full")
            events(org.gradle.api.tasks.testing.logging.TestLogEvent.FAILED)
        }
    }
}

/** Runs google-java-format over the sources; their names go by file, for a command line has an end. */
fun Exec.formats(formatter: FileCollection, sources: FileTree, vararg flags: String) {
    onlyIf { !sources.isEmpty }
    doFirst {
        val list = java.io.File(temporaryDir, "sources.txt")
        list.writeText(sources.files.sorted().joinToString("\n"))
        setCommandLine(
            listOf("$jdk/bin/java") + compilerExports +
                shortLived + listOf("-cp", formatter.asPath) +
                "com.google.googlejavaformat.java.Main" + flags + "@$list"
        )
    }
}

// ---------------------------------------------------------------- a real broker, once for the whole run

var broker: Process? = null

val testkit = project(":testkit")

// A task of testkit, whose class path it resolves.
testkit.tasks.create("startBroker") {
    description = "Finds or starts the RabbitMQ that the 'broker' tests use; its URI goes to build/broker/uri."
    dependsOn(":testkit:jar", ":harness:jar", ":common:jar")
    doLast {
        val folder = file("${rootProject.buildDir}/broker")
        folder.mkdirs()
        val uri = java.io.File(folder, "uri")
        uri.delete()
        val main = (testkit.property("sourceSets") as SourceSetContainer).getByName("main")
        // The broker stops when its standard input ends: also when this build is killed.
        val builder = ProcessBuilder(
            "$jdk/bin/java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
            "-cp", main.runtimeClasspath.asPath, "dev.roastery.testkit.BrokerMain", folder.path
        ).redirectErrorStream(true).redirectOutput(java.io.File(folder, "log"))
        // As testkit's ContainerBroker says.
        builder.environment().putIfAbsent("TESTCONTAINERS_RYUK_DISABLED", "true")
        builder.environment().putIfAbsent("TESTCONTAINERS_HOST_OVERRIDE", "localhost")
        val started = builder.start()
        broker = started
        while (!uri.exists() && started.isAlive) {
            started.waitFor(100, TimeUnit.MILLISECONDS)
        }
        if (!uri.exists()) {
            throw GradleException("no RabbitMQ for the tests:\n" + java.io.File(folder, "log").readText())
        }
    }
}

testkit.tasks.create("stopBroker") {
    description = "Stops the RabbitMQ that startBroker started."
    mustRunAfter(subprojects.map { "${it.path}:brokerTest" })
    doLast {
        broker?.outputStream?.close()
        broker?.waitFor(60, TimeUnit.SECONDS)
        broker = null
    }
}

// ---------------------------------------------------------------- the last word of every test run

/** The suites that one Test task has written. */
fun suites(folder: java.io.File): List<org.w3c.dom.Element> {
    val parser = javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder()
    return (folder.listFiles() ?: arrayOf()).filter { it.name.endsWith(".xml") }
        .map { parser.parse(it).documentElement }
}

fun List<org.w3c.dom.Element>.total(vararg attributes: String) =
    sumBy { suite -> attributes.sumBy { suite.getAttribute(it).toInt() } }

tasks.create("testSummary") {
    description = "Counts the tests of this run from their XML reports, and fails when one failed or none ran."
    val tests = subprojects.flatMap { it.tasks.withType<Test>().toList() }
    mustRunAfter(tests)
    mustRunAfter(":cli:traceReport")
    doLast {
        // Not executed is what a failed compilation has kept from running: its reports are an older run's.
        val ran = tests.filter { gradle.taskGraph.hasTask(it) && it.state.executed }
            .flatMap { suites(java.io.File(it.project.buildDir, "test-results/${it.name}")) }
        val failed = ran.total("failures", "errors")
        val skipped = ran.total("skipped")
        val passed = ran.total("tests") - failed - skipped
        buildDir.mkdirs()
        val trace = file("$buildDir/trace-summary")
        val shown = if (trace.exists()) trace.readText() else ""
        trace.delete()
        file("$buildDir/test-summary").writeText("$shown$passed passed, $failed failed, $skipped skipped\n")
        if (failed > 0) {
            throw GradleException("$failed tests failed; each is named above, and in */build/reports/tests")
        }
        if (passed == 0) {
            throw GradleException("no test ran")
        }
    }
}
