package dev.roastery.common.storage.s3.credentials;

import dev.roastery.common.storage.object.StoreException;
import java.util.Optional;

/** A place where credentials may be. */
interface CredentialPlace {

  /** As a part of a sentence. */
  String name();

  /** What is there now; nothing, where this place is not set up. */
  Optional<Credentials> look() throws StoreException;
}
