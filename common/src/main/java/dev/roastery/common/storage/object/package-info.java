/**
 * The way to an object store: {@link ObjectStore} is the port, and its class doc the contract that
 * every implementation keeps and a simulator can be written from. {@link FileStore} is a folder of
 * this machine; {@code storage.s3} is the client of the S3 API. {@link SettledCreate} is the one
 * rule by which a create of unknown outcome is repeated. Invariants: an answer is never invented; a
 * deciding request is never repeated unseen. Imports {@code storage} and {@code fault}.
 */
@NullMarked
package dev.roastery.common.storage.object;

import org.jspecify.annotations.NullMarked;
