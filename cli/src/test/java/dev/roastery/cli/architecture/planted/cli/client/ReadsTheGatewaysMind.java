package dev.roastery.cli.architecture.planted.cli.client;

import dev.roastery.cli.architecture.planted.gateway.Jobs;

record ReadsTheGatewaysMind(Jobs jobs) {}
