package dev.roastery.common.query.document;

/** One mistake in a document: where it is, and a sentence that says what is wrong and allowed. */
public record Problem(String document, Place place, String message) {

  @Override
  public String toString() {
    String pointer = place.pointer().isEmpty() ? "" : place.pointer() + ": ";
    return document + ":" + place.line() + ":" + place.column() + ": " + pointer + message;
  }
}
