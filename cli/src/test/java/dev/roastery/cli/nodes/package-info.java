/**
 * The product's own processes over RabbitMQ, one node of each stage, which die at chosen points.
 */
package dev.roastery.cli.nodes;
