package dev.roastery.embedded.sample;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.math.BigDecimal;

/** The transactions of one month, in the order of their time, and what was sold in each. */
final class SalesOfMonth {

  static final String TRANSACTIONS_HEADER =
      "transaction_id,store_id,payment_method_id,voucher_id,user_id,"
          + "original_amount,discount_applied,final_amount,created_at";
  static final String ITEMS_HEADER =
      "transaction_id,item_id,quantity,unit_price,subtotal,created_at";

  private static final int STORES = ReferenceTable.STORES.rows().size();
  private static final int[] PRICE_CENTS =
      ReferenceTable.MENU_ITEMS.rows().stream()
          .mapToInt(item -> new BigDecimal(item[3]).movePointRight(2).intValueExact())
          .toArray();
  private static final int ITEMS_MAX = 3;
  private static final int QUANTITY_MAX = 3;
  private static final int PAYMENT_METHODS = 5;
  private static final int VOUCHERS = 5;
  private static final byte[] HEX = "0123456789abcdef".getBytes(US_ASCII);
  private static final byte[] POINT_ZERO = ".0".getBytes(US_ASCII);
  private static final int PROGRESS_STEP = 1 << 14;

  private final Draws draws;
  private final OpeningHours hours;
  private final long count;
  private final int users;

  private final byte[] id = "00000000-0000-0000-0000-000000000000".getBytes(US_ASCII);

  SalesOfMonth(SampleSettings settings, int month, Draws draws) {
    this.draws = draws;
    this.hours = new OpeningHours(settings.month(month));
    this.count = settings.transactionsOf(month);
    this.users = settings.usersBefore(month + 1);
  }

  void write(CsvOutput transactions, CsvOutput sold, Progress progress) throws IOException {
    for (long sale = 0; sale < count; sale++) {
      drawId();
      byte[] time = hours.spell(draws.inOrder(sale, count, hours.moments()));
      int different = 1 + draws.below(ITEMS_MAX);
      int originalCents = 0;
      for (int item = 0; item < different; item++) {
        originalCents += writeItem(sold, time);
      }
      writeTransaction(transactions, originalCents, time);
      if ((sale + 1) % PROGRESS_STEP == 0) {
        progress.advanced(PROGRESS_STEP);
      }
    }
    progress.advanced(count % PROGRESS_STEP);
  }

  /** An id of the form that random UUIDs have. */
  private void drawId() {
    long high = draws.bits();
    long low = draws.bits();
    hexDigits(0, 8, high >>> 32);
    hexDigits(9, 4, high >>> 16);
    hexDigits(14, 4, (high & 0x0fff) | 0x4000);
    hexDigits(19, 4, ((low >>> 48) & 0x3fff) | 0x8000);
    hexDigits(24, 12, low);
  }

  private void hexDigits(int at, int digits, long value) {
    for (int digit = at + digits - 1; digit >= at; digit--) {
      id[digit] = HEX[(int) value & 15];
      value >>>= 4;
    }
  }

  private int writeItem(CsvOutput sold, byte[] time) throws IOException {
    int item = draws.below(PRICE_CENTS.length);
    int quantity = 1 + draws.below(QUANTITY_MAX);
    int subtotalCents = quantity * PRICE_CENTS[item];
    sold.text(id);
    sold.comma();
    sold.whole(item + 1);
    sold.comma();
    sold.whole(quantity);
    sold.comma();
    sold.amount(PRICE_CENTS[item]);
    sold.comma();
    sold.amount(subtotalCents);
    sold.comma();
    sold.text(time);
    sold.endRow();
    return subtotalCents;
  }

  private void writeTransaction(CsvOutput transactions, int originalCents, byte[] time)
      throws IOException {
    transactions.text(id);
    transactions.comma();
    transactions.whole(1 + draws.below(STORES));
    transactions.comma();
    transactions.whole(1 + draws.below(PAYMENT_METHODS));
    transactions.comma();
    // Voucher 1 gives a discount of 10 percent, voucher 2 of 20, and so on; without a
    // voucher there is none.
    int voucher = draws.oneIn(50) ? 1 + draws.below(VOUCHERS) : 0;
    writeId(transactions, voucher);
    transactions.comma();
    writeId(transactions, draws.oneIn(2) ? 1 + draws.below(users) : 0);
    transactions.comma();
    int discountCents = originalCents * voucher / 10;
    transactions.amount(originalCents);
    transactions.comma();
    transactions.amount(discountCents);
    transactions.comma();
    transactions.amount(originalCents - discountCents);
    transactions.comma();
    transactions.text(time);
    transactions.endRow();
  }

  /** 0 is no id. Exports spell one as 12345.0 when a tool in between took it for a float. */
  private void writeId(CsvOutput transactions, int number) {
    if (number != 0) {
      transactions.whole(number);
      if (draws.oneIn(8)) {
        transactions.text(POINT_ZERO);
      }
    }
  }
}
