/**
 * The buckets that a job names: {@link dev.roastery.gateway.jobs.buckets.SourceReaders} read its
 * parts from one, {@link dev.roastery.gateway.jobs.buckets.ResultDelivery} puts its results into
 * one. Both go on after a crash from what the job's facts say. Invariant: nothing is read or
 * written but below what the operator allows, looked at again each time a bucket is opened. Imports
 * {@code jobs}, {@code jobs.upload.host} and {@code input.source}.
 */
@NullMarked
package dev.roastery.gateway.jobs.buckets;

import org.jspecify.annotations.NullMarked;
