val library: (String) -> String by rootProject.extra

// s3proxy is a door to many kinds of stores, and brings a library for each. A folder needs none of them.
val otherStores = listOf(
    "com.azure", "com.microsoft.azure", "com.google.cloud", "com.google.api", "com.google.api-client",
    "com.google.api.grpc", "com.google.apis", "com.google.auth", "com.google.http-client", "com.google.oauth-client",
    "com.google.protobuf", "io.grpc", "io.opencensus", "io.projectreactor", "com.github.openstack4j.core",
    "com.github.openstack4j.core.connectors", "com.squareup.okhttp3", "org.apache.sshd", "net.java.dev.jna"
)
configurations.all { otherStores.forEach { exclude(mapOf("group" to it)) } }

dependencies {
    "implementation"(library("s3proxy"))
    // In front of what s3proxy's own libraries ask for, which is older than what they need.
    "implementation"(library("jackson"))
    "testImplementation"(project(":common"))
    "testImplementation"(project(":cli"))
    "testImplementation"(project(":embedded"))
}

// The name of a bucket in front of a host's needs a name server, or this.
(tasks.getByName("test") as Test).systemProperty("jdk.net.hosts.file", file("src/test/hosts").path)

tasks.create("image", Sync::class.java) {
    description = "Puts together what 'docker build' makes the image of the store for dockerTest of."
    from("src/main/docker")
    into("$buildDir/image")
    into("lib") { from(configurations.getByName("runtimeClasspath")) }
}
