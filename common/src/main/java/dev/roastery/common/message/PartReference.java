package dev.roastery.common.message;

/**
 * A part that its readers fetch themselves, in one version.
 *
 * @param name what messages call it; its ending tells its format
 * @param address where it is: {@code s3://BUCKET/NAME} or {@code file:///PATH}
 * @param version tells it from what may take its place
 * @param size its bytes
 * @param headerBytes those before its first row
 * @param windowBytes row starts in the same so many bytes, counted from there, are one batch
 */
public record PartReference(
    String name, String address, String version, long size, int headerBytes, int windowBytes) {

  public PartReference {
    if (size < 0 || headerBytes < 0 || headerBytes > size || windowBytes < 1) {
      throw new IllegalArgumentException(
          "part %s of %d bytes, %d before its rows, %d a window"
              .formatted(name, size, headerBytes, windowBytes));
    }
  }

  /** How many windows it has. The rows of each are a batch, even if there is none. */
  public long windows() {
    return (size - headerBytes + windowBytes - 1) / windowBytes;
  }
}
