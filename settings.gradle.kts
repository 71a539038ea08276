rootProject.name = "roastery"

include("common", "aggregator", "maximizer", "joiner", "gateway", "cli", "simulation", "harness", "testkit", "bench")
