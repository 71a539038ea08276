/**
 * Between query documents and the second version of the language: which documents use something of
 * it, such a document as a {@link dev.roastery.common.query.language.Select}, and back. Every
 * document of the first version can be read as one, too. Pure: no I/O.
 */
@NullMarked
package dev.roastery.common.query.translate;

import org.jspecify.annotations.NullMarked;
