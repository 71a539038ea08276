package dev.roastery.common.query.language;

import dev.roastery.common.query.document.Json.Str;

/** What a client asks, as its author wrote it. {@code BoundQuery} is what it means. */
public sealed interface Question permits Query, Select {

  Str name();
}
