/**
 * SHA-256, by which results, requests and messages are known again. Imports nothing of the project.
 */
@NullMarked
package dev.roastery.common.digest;

import org.jspecify.annotations.NullMarked;
