/** A small wrong copy of the architecture: each class here breaks the rule that its name tells. */
package dev.roastery.cli.architecture.planted;
