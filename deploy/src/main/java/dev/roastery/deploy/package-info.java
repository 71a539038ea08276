/**
 * What is deployed to Kubernetes, seen by the tools that Kubernetes has: Helm's own engine renders
 * the chart, and the classes that are generated from the API's definition refuse what the API would
 * refuse. It is a subproject because of these libraries, which no other test shall carry. Nothing
 * in here is shipped; the chart is in {@code deploy/helm}.
 */
@NullMarked
package dev.roastery.deploy;

import org.jspecify.annotations.NullMarked;
