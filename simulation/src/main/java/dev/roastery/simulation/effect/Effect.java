package dev.roastery.simulation.effect;

/** What a node can do to the world outside its memory; it may crash right before or after each. */
public enum Effect {
  CREATE_DIRECTORY,
  LIST,
  CREATE_FILE,
  READ,
  LINK,
  RENAME,
  DELETE,
  SYNC_DIRECTORY,
  APPEND,
  FORCE,
  CLOSE_FILE,
  DECLARE,
  PUBLISH,
  OPEN_SESSION,
  SUBSCRIBE,
  ACKNOWLEDGE,
  CLOSE_SESSION,
  CLOSE_TRANSPORT,
  STORE_RESULT,
  STORE_CREATE,
  STORE_GET,
  STORE_PUT,
  STORE_DELETE,
  STORE_LIST
}
