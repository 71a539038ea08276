package dev.roastery.common.spill;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * A file of spilled state. It is forced when it has this name, never changes, and is deleted when
 * neither the state nor a snapshot that may be recovered refers to it.
 *
 * @param checksum CRC-32C of the whole file
 */
public record SpilledFile(String name, long length, int checksum) {

  public void write(DataOutputStream out) throws IOException {
    out.writeUTF(name);
    out.writeLong(length);
    out.writeInt(checksum);
  }

  public static SpilledFile read(DataInputStream in) throws IOException {
    return new SpilledFile(in.readUTF(), in.readLong(), in.readInt());
  }
}
