/**
 * The web page and the description of the HTTP interface: files of this build, and no others, under
 * a strict content security policy.
 */
@NullMarked
package dev.roastery.gateway.page;

import org.jspecify.annotations.NullMarked;
