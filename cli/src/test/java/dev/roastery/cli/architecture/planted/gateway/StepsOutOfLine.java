package dev.roastery.cli.architecture.planted.gateway;

import dev.roastery.cli.architecture.planted.common.workflow.Engine;
import dev.roastery.cli.architecture.planted.common.workflow.StepContext;

final class StepsOutOfLine {
  private StepsOutOfLine() {}

  static void step(StepContext context, Engine engine) {
    engine.cancel(context.execution());
  }
}
