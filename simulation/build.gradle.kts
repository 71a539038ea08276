dependencies {
    "api"(project(":common"))
}

// The tests with real processes mostly wait, for heartbeats and for processes to start.
(tasks.getByName("brokerTest") as Test).maxParallelForks = 2
