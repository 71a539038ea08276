/**
 * Tests of workflows without sleeping: {@link dev.roastery.testkit.workflow.WorkflowTrial} runs an
 * engine on a {@link dev.roastery.testkit.workflow.SimulatedHost}, whose clock only moves when it
 * is told to, kills it at any crash point and starts it again over the same disk. One test thread
 * drives everything: the same test always takes the same course.
 */
package dev.roastery.testkit.workflow;
