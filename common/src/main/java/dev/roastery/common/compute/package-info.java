/**
 * The arithmetic of queries, column by column, on decoded rows: which rows pass ({@link
 * dev.roastery.common.compute.TableScan}), what their groups add up to ({@link
 * dev.roastery.common.compute.GroupTable}), in which order rows go out ({@link
 * dev.roastery.common.compute.RowSort}) and where a stream is cut ({@link
 * dev.roastery.common.compute.Cut}). Stages wrap it in messages; the embedded run uses it as it is.
 *
 * <p>Nothing is allocated for a row, and no result depends on the order in which rows came
 * (invariant 1): numbers that are given in order of arrival never leave this package. Imports wire
 * and plan; of partition the failure of a job, and what {@link
 * dev.roastery.common.compute.SoleSender} sends through.
 */
@NullMarked
package dev.roastery.common.compute;

import org.jspecify.annotations.NullMarked;
