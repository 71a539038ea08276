/**
 * Uploads on threads. {@link dev.roastery.gateway.jobs.upload.host.PartReceiver} takes what a
 * client sends: one upload of a part at a time, the newest; small jobs beside large ones; no more
 * bytes than are allowed. What it needs of a job is {@link
 * dev.roastery.gateway.jobs.upload.host.UploadedJob}.
 */
@NullMarked
package dev.roastery.gateway.jobs.upload.host;

import org.jspecify.annotations.NullMarked;
