/**
 * CSV bytes to columns. {@link dev.roastery.gateway.ingest.CsvReader} takes a part as it arrives
 * over the network, {@link dev.roastery.gateway.ingest.CsvFile} one that is all there, by several
 * threads; both give the same batches of the same part, whatever the portions, the threads, or the
 * place from which they continue (invariant 1 begins here). No String, and no object, is made for a
 * value or a row, unless it is bad. Imports dev.roastery.common.wire and nothing else of
 * Roastery's.
 */
package dev.roastery.gateway.ingest;
