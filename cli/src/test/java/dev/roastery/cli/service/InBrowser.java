package dev.roastery.cli.service;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A test of the web page, whose only parameter is the Chromium that is installed. Where there is
 * none, or no font (it cannot do without), this is no part of the tests, unless {@code
 * ROASTERY_BROWSER=required}, as .ci/run has it. On Debian: {@code apt-get install chromium
 * fonts-dejavu-core}.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(allowZeroInvocations = true)
@MethodSource("dev.roastery.cli.service.Browser#installed")
@interface InBrowser {}
