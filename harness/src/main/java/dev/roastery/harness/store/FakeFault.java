package dev.roastery.harness.store;

/** What goes wrong with one request. */
public sealed interface FakeFault {

  record None() implements FakeFault {}

  /** The connection is closed, and nothing is done. */
  record ClosedBefore() implements FakeFault {}

  /** It is done, and the connection closed without an answer. */
  record LostReply() implements FakeFault {}

  /** It is done, but this is said. */
  record DoneAndSaid(FakeAnswer answer) implements FakeFault {}

  /** Nothing is done, and this is said. */
  record Said(FakeAnswer answer) implements FakeFault {}

  /** It is done, and the connection closed after so many bytes of the answer's body. */
  record CutAnswer(int bytes) implements FakeFault {}

  /** Nothing more is read and nothing said, as by a process that was stopped. */
  record Silence() implements FakeFault {}
}
