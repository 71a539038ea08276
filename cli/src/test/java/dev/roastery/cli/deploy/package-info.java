/** What is deployed: that its parts fit each other and the program. */
@NullMarked
package dev.roastery.cli.deploy;

import org.jspecify.annotations.NullMarked;
