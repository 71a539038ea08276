package dev.roastery.common.storage.object;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

/**
 * Immutable objects under names. Little is asked of a store, so that many can keep it:
 *
 * <ol>
 *   <li><b>A call takes effect at one instant between its start and for ever.</b> So it may take
 *       effect after its caller was told {@link Creation.Unknown}, after it timed out, and after
 *       its process has died; or never. It takes effect as a whole or not at all: nobody sees a
 *       part of an object, however large.
 *   <li><b>Create-only is decided at that instant.</b> Of all creates of a name, the first to take
 *       effect makes the object. The others make nothing, until a delete of that name has taken
 *       effect. {@link Creation.Created} and {@link Creation.ExistsAlready} are told only of what
 *       was so at the instant of this very call.
 *   <li><b>One create is one request.</b> No implementation repeats a create that may have taken
 *       effect: it would be told "exists already" of its own object. A lost reply, a time-out, a
 *       409 and a 5xx are {@link Creation.Unknown}. Who must know asks again with the same name and
 *       the same bytes, by the rule of {@link SettledCreate}.
 *   <li><b>What was told is durable.</b> An object that a create, a put or a get has told of
 *       survives the loss of power.
 *   <li><b>A get sees all that was told before it began</b>: each create, put and delete. Of those
 *       that are still under way, or of unknown outcome, it sees any. What it returns is one
 *       object, whole, never a mix of two.
 *   <li><b>Put, delete, get and list are repeated</b> by the implementation for a while when the
 *       store is in trouble. So a put or a delete may take effect several times, at several
 *       instants. They are only for what that cannot hurt: a put for names that one caller alone
 *       ever writes, a delete for names that are never created again.
 *   <li><b>A list is a hint</b>: it may lack what was created, and have what was deleted, by any
 *       time. Nothing is decided by it.
 * </ol>
 *
 * <p>No name in a store may be another name with {@code /} and more behind it: a store of files
 * could not hold both. Implementations may be used by several threads at once.
 *
 * <p>All calls fail with {@link StoreRefusedException} when the store will not have them (the
 * credentials, the bucket, the region), with {@link StoreUnfitException} when it cannot do what is
 * asked, and all but create with {@link StoreAwayException} when it was in trouble for too long.
 */
public interface ObjectStore extends AutoCloseable {

  /** Creates an object if its name is free. Sends the deciding request once. */
  Creation create(ObjectName name, Content content) throws StoreException;

  /**
   * Reads a range of an object, if the object is still the one with that tag.
   *
   * @param range {@link ByteRange#WHOLE} for all of it; one that ends behind the object ends with
   *     it
   * @param etag {@link ETag#ANY} for whichever object has the name now
   */
  Got get(ObjectName name, ByteRange range, ETag etag) throws StoreException;

  /** Creates or replaces an object, under a name that nobody else ever writes. */
  void put(ObjectName name, Content content) throws StoreException;

  /** Deletes an object; one that is not there is no error. */
  void delete(ObjectName name) throws StoreException;

  /**
   * Objects whose names begin so, sorted by name: a hint. Names that are no {@link ObjectName} are
   * left out.
   *
   * @param prefix the beginning of a name, or empty for all
   */
  List<ListedObject> list(String prefix) throws StoreException;

  /** Lets go of what the store holds in this process; its objects stay. */
  @Override
  void close();

  /** The whole of an object, if there is one. */
  default Optional<byte[]> get(ObjectName name) throws StoreException {
    return switch (get(name, ByteRange.WHOLE, ETag.ANY)) {
      case Got.Found found -> {
        try (InputStream body = found.body()) {
          yield Optional.of(body.readAllBytes());
        } catch (StoreException e) {
          throw e;
        } catch (IOException e) {
          throw new StoreAwayException("cannot read " + name, e);
        }
      }
      case Got.Absent() -> Optional.empty();
      case Got.Changed(), Got.PastEnd() ->
          throw new IllegalStateException(name + " was asked for whole, and without a condition");
    };
  }
}
