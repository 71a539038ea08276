/**
 * JSON documents that people write, read with the place of everything in them. A mistake becomes a
 * {@link Problem} with line, column, JSON pointer and what is allowed, and all mistakes of a
 * document are reported at once. Jackson supplies the tokens; nothing of Jackson leaves this
 * package. Bounded in size and nesting; does no I/O.
 */
@NullMarked
package dev.roastery.common.query.document;

import org.jspecify.annotations.NullMarked;
