rootProject.name = "roastery"

include("common", "aggregator", "maximizer", "joiner", "gateway", "cli", "simulation", "testkit", "bench")
