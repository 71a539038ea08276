package dev.roastery.common.storage.s3.credentials;

import dev.roastery.common.storage.object.StoreException;

/** Where credentials come from. Used by several threads at once. */
public interface CredentialSource {

  /** Those that are valid now. */
  Credentials current() throws StoreException;

  /** The store says that those which were current have ended. */
  default void renew() {
    // They stay what they are.
  }
}
