/** The whole pipeline of stages in memory, against an oracle that shares no code with it. */
package dev.roastery.gateway.collect;
