package dev.roastery.simulation;

import dev.roastery.common.journal.format.DamagedException;
import dev.roastery.common.journal.format.FileHead;
import dev.roastery.common.journal.format.FileKind;
import dev.roastery.common.journal.format.Frames;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.MessageCodec;
import dev.roastery.common.message.bytes.WireException;
import dev.roastery.simulation.disk.SimulatedDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Finds rows in the chunk buffer of one epoch, as a person with access to the volume could. */
record JournalRows(SimulatedDisk volume, String partition, long epoch) {

  private static final String SEGMENT = "segment-";

  /** The segments that contain a batch of any job. */
  List<String> segments() {
    return ofEpoch().stream().filter(this::hasRows).toList();
  }

  /** Whether there is such a segment; asked in every step of the calm. */
  boolean any() {
    for (String segment : ofEpoch()) {
      if (hasRows(segment)) {
        return true;
      }
    }
    return false;
  }

  private List<String> ofEpoch() {
    String directory = partition + "/epoch-" + epoch;
    List<String> segments = new ArrayList<>();
    try {
      for (String name : volume.names(directory)) {
        if (name.startsWith(SEGMENT)) {
          segments.add(directory + "/" + name);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(directory + " is not a directory", e);
    }
    return segments;
  }

  private boolean hasRows(String path) {
    try {
      return hasRows(path, volume.contents(path));
    } catch (IOException | DamagedException | WireException e) {
      return false; // a disk fault has damaged it
    }
  }

  private static boolean hasRows(String path, byte[] file) throws DamagedException, WireException {
    int offset = FileHead.read(FileKind.SEGMENT, path, file).length();
    while (offset + Frames.HEAD < file.length) {
      int end = offset + Frames.HEAD + ByteBuffer.wrap(file).getInt(offset);
      if (file[offset + Frames.HEAD] == Frames.CHUNK) {
        byte[] chunk = Arrays.copyOfRange(file, offset + Frames.HEAD + 1, end);
        if (MessageCodec.decode(chunk) instanceof Message.Batch) {
          return true;
        }
      }
      offset = end;
    }
    return false;
  }
}
