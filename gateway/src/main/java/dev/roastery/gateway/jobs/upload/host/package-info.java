/**
 * The threads of uploads. {@link dev.roastery.gateway.jobs.upload.host.PartReceiver} receives what
 * clients send: one upload of a part at a time, the newest; small jobs beside large ones; within
 * the limits. It sees a job as an {@link dev.roastery.gateway.jobs.upload.host.UploadedJob}.
 */
@NullMarked
package dev.roastery.gateway.jobs.upload.host;

import org.jspecify.annotations.NullMarked;
