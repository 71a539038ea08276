package dev.roastery.embedded.sample;

import java.time.YearMonth;

/** How large a dataset, and which one of that size. */
public record SampleSettings(long transactions, int months, long seed) {

  /** The real dataset's size: 24 months of about 620,000 transactions. */
  public static final SampleSettings FULL_SCALE = new SampleSettings(14_880_000, 24, 1);

  public static final long TRANSACTIONS_MAX = 10_000_000_000L;
  public static final int MONTHS_MAX = 240;

  private static final long FULL_SCALE_USERS = 2_000_000;
  private static final YearMonth FIRST_MONTH = YearMonth.of(2023, 7);

  public SampleSettings {
    require(transactions >= 0 && transactions <= TRANSACTIONS_MAX, "transactions", transactions);
    require(months >= 1 && months <= MONTHS_MAX, "months", months);
  }

  private static void require(boolean holds, String what, long value) {
    if (!holds) {
      throw new IllegalArgumentException(what + " out of range: " + value);
    }
  }

  YearMonth month(int index) {
    return FIRST_MONTH.plusMonths(index);
  }

  /** Every month has the same share, to one transaction. */
  long transactionsOf(int month) {
    return transactions * (month + 1) / months - transactions * month / months;
  }

  /** The users that are registered before a month begins: those with ids up to this one. */
  int usersBefore(int month) {
    long users = transactions * FULL_SCALE_USERS / FULL_SCALE.transactions + months;
    return (int) (users * month / months);
  }
}
