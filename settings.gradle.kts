rootProject.name = "roastery"

include("common", "aggregator", "maximizer", "joiner", "input", "gateway", "embedded", "cli", "simulation", "harness", "testkit", "bucket", "deploy", "bench")
