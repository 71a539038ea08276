/**
 * How a process ends, intended or not: {@link dev.roastery.common.fault.Fatal} is a broken promise
 * with its exit code; {@link dev.roastery.common.fault.CrashPoints} ends the process at a named
 * point at the request of a test or an operator. Imports nothing of the project.
 */
package dev.roastery.common.fault;
