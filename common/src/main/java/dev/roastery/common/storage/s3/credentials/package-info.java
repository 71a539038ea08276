/**
 * Who this process is at a store of the S3 API: {@link CredentialSource} is the port, {@link
 * CredentialChain} the order in which places are looked at. What has an end is renewed before it.
 * Nothing here is ever logged but the name of a place. Imports {@code storage} and {@code
 * storage.object}.
 */
@NullMarked
package dev.roastery.common.storage.s3.credentials;

import org.jspecify.annotations.NullMarked;
