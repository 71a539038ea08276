package dev.roastery.common.kernel.expression;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Exact comparison and division of decimals. */
public final class Decimals {

  private static final long[] POWERS = new long[19];

  static {
    POWERS[0] = 1;
    for (int digits = 1; digits < POWERS.length; digits++) {
      POWERS[digits] = POWERS[digits - 1] * 10;
    }
  }

  private Decimals() {}

  /** Ten to the power of 0 to 18. */
  public static long power(int digits) {
    return POWERS[digits];
  }

  /** Which of two numbers with that many digits after the point is the greater; never too large. */
  static int compare(long one, int digits, long other, int otherDigits) {
    if (digits > otherDigits) {
      return -compare(other, otherDigits, one, digits);
    }
    long factor = POWERS[otherDigits - digits];
    int high = Long.compare(Math.multiplyHigh(one, factor), other >> (Long.SIZE - 1));
    return high != 0 ? high : Long.compareUnsigned(one * factor, other);
  }

  /**
   * {@code value * 10^digits / by}, rounded half to even; {@code digits} may be negative.
   *
   * @throws ArithmeticException if it does not fit into 64 bits
   */
  public static long divided(long value, int digits, long by) {
    if (digits == 0 && by > 0) {
      return halfEven(value, by);
    }
    return BigDecimal.valueOf(value, -digits)
        .divide(BigDecimal.valueOf(by), 0, RoundingMode.HALF_EVEN)
        .longValueExact();
  }

  private static long halfEven(long value, long by) {
    long quotient = value / by;
    long rest = Math.abs(value % by);
    int half = Long.compare(rest, by - rest);
    boolean isUp = half > 0 || (half == 0 && (quotient & 1) != 0);
    return isUp ? quotient + (value < 0 ? -1 : 1) : quotient;
  }
}
