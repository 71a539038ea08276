/**
 * How a process ends, wanted or not: {@link dev.roastery.common.fault.Fatal} is a broken promise,
 * with the exit code that tells it; {@link dev.roastery.common.fault.CrashPoints} ends the process
 * at a named place because a test or an operator asked for it. Imports nothing of the project.
 */
package dev.roastery.common.fault;
