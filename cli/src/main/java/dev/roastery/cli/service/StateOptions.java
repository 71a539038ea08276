package dev.roastery.cli.service;

import dev.roastery.cli.Main;
import dev.roastery.common.process.state.WorkerState;
import dev.roastery.common.storage.location.StoreOptions;
import dev.roastery.common.storage.object.StoreException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The place that a command of an operator looks at. */
final class StateOptions {

  @Parameters(
      index = "0",
      paramLabel = "PLACE",
      description =
          "A volume, a state folder, or a subfolder of one; or the object store given to the"
              + " workers: s3://BUCKET/PREFIX or file:///FOLDER.")
  private String place = "";

  @Mixin private StoreOptions options = new StoreOptions();

  @Spec(Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  StatePlace open() throws StoreException {
    Map<String, String> environment = ((Main) spec.root().userObject()).environment();
    try {
      return WorkerState.isStore(place)
          ? PartitionObjects.open(options.location(place, environment), environment)
          : new PartitionFolders(Path.of(place));
    } catch (InvalidPathException e) {
      throw usage("not a valid folder path: " + e.getReason(), e);
    } catch (IllegalArgumentException e) {
      throw usage(String.valueOf(e.getMessage()), e);
    }
  }

  private ParameterException usage(String sentence, Exception e) {
    return new ParameterException(spec.commandLine(), sentence, e);
  }
}
