package dev.roastery.cli.architecture.planted.common;

import dev.roastery.cli.architecture.planted.gateway.Jobs;

record PointsBack(Jobs jobs) {}
