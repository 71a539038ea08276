import java.io.ByteArrayOutputStream
import java.io.IOException

val library: (String) -> String by rootProject.extra

dependencies {
    "implementation"(project(":harness"))
    "implementation"(project(":simulation"))
    "implementation"(project(":gateway"))
    "implementation"(project(":embedded"))
    "implementation"(project(":aggregator"))
    "implementation"(project(":maximizer"))
    "implementation"(project(":joiner"))
    "implementation"(library("jackson"))
    "implementation"(library("picocli"))
    "annotationProcessor"(library("picocli-codegen"))
    "implementation"(library("logback"))
    "testImplementation"(library("archunit"))
    "testImplementation"(library("jackson-yaml"))
    "testImplementation"(library("slf4j"))
    "testImplementation"(library("zstd"))
    "testRuntimeOnly"(library("duckdb"))
}

val libraries = configurations.getByName("runtimeClasspath")

/** The commit this is built from, or nothing where git does not know. */
fun commit(): String = try {
    val git = ProcessBuilder("git", "describe", "--always", "--dirty", "--exclude=*").directory(rootDir).start()
    git.inputStream.reader().readText().trim()
} catch (e: IOException) {
    ""
}

val jar = tasks.getByName("jar") as Jar
val build = commit()
jar.inputs.files(libraries)
jar.manifest.attributes(mapOf(
    "Main-Class" to "dev.roastery.cli.Main",
    // The library for .zst loads native code; without this the JVM prints warnings about it.
    "Enable-Native-Access" to "ALL-UNNAMED",
    "Implementation-Version" to if (build.isEmpty()) "$version" else "$version (commit $build)"
))
jar.doFirst {
    // By its manifest the one jar brings the others, in an order that is always the same.
    jar.manifest.attributes(mapOf("Class-Path" to libraries.files.joinToString(" ") { it.name }))
}

val install = tasks.create("install", Sync::class.java) {
    description = "Puts the jars that ./roastery runs into build/install, with a cache that makes it start fast."
    val folder = "${rootProject.buildDir}/install"
    val cache = file("$folder/roastery.aot")
    from(jar, libraries)
    into("$folder/lib")
    outputs.file(cache)
    val cacheable = rootProject.file("gradle/CacheableClasses.java")
    inputs.file(cacheable)
    // Processes that still run the old jars keep them: the jars are deleted, not overwritten.
    doFirst { delete("$folder/lib", cache) }
    doLast {
        val java = "${System.getProperty("java.home")}/bin/java"
        val jars = fileTree("$folder/lib").files.map { it.path }.sorted()
        exec { commandLine(listOf(java, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", cacheable.path) + jars) }
        exec {
            commandLine(
                java, "-XX:+UseSerialGC", "-XX:AOTCacheOutput=$cache", "-XX:TieredStopAtLevel=1",
                "-cp", "$folder/lib/${jar.outputs.files.singleFile.name}", "dev.roastery.cli.Rehearsal"
            )
            standardOutput = ByteArrayOutputStream()
            errorOutput = standardOutput
        }
    }
}

// The tests of cli look at the whole project: its classes, its documents, its scripts.
val test = tasks.getByName("test") as Test
test.dependsOn(install)
tasks.getByName("brokerTest").dependsOn(install)
test.dependsOn(rootProject.subprojects.map { "${it.path}:classes" })
test.inputs.files(rootProject.fileTree(rootDir) {
    include("*", ".ci/*", "scripts/**", "gradle/**", "docs/**", "docker/**", "*/src/**", "*/build.gradle.kts")
    include("deploy/*/*", "deploy/helm/**")
})
