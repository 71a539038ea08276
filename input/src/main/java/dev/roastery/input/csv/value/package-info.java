/**
 * One value, byte by byte: what it is as a number, a date or a timestamp ({@link FieldReader}), and
 * what it looks like while its column's type is not known ({@link ShapeReader}).
 */
@NullMarked
package dev.roastery.input.csv.value;

import org.jspecify.annotations.NullMarked;
