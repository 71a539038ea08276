/**
 * Expressions as their author wrote them: text to tree and back, nothing resolved. The same
 * expressions stand in SQL and in query documents.
 */
@NullMarked
package dev.roastery.common.query.expression;

import org.jspecify.annotations.NullMarked;
