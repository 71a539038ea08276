package dev.roastery.input.csv;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Random;

/** Writes a file with the shape of the real transactions: a seeded block of rows, over and over. */
final class Transactions {

  static final String HEADER =
      "transaction_id,store_id,payment_method_id,voucher_id,user_id,original_amount,"
          + "discount_applied,final_amount,created_at\n";

  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

  private Transactions() {}

  static Path write(Path file, int megabytes) throws IOException {
    byte[] rows = rows(500_000, new Random(7)).getBytes(StandardCharsets.UTF_8);
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write(HEADER.getBytes(StandardCharsets.UTF_8));
      for (long written = 0; written < megabytes * 1_000_000L; written += rows.length) {
        out.write(rows);
      }
    }
    return file;
  }

  static String rows(int count, Random random) {
    StringBuilder rows = new StringBuilder();
    LocalDateTime time = LocalDateTime.of(2024, 1, 1, 7, 0, 0);
    for (int i = 0; i < count; i++) {
      long high = random.nextLong();
      long low = random.nextLong();
      time = time.plusSeconds(random.nextInt(9));
      String user = random.nextBoolean() ? "" : 1 + random.nextInt(2_000_000) + ".0";
      String voucher = random.nextInt(20) == 0 ? random.nextInt(5) + ".0" : "";
      double amount = (60 + random.nextInt(900)) / 10.0;
      rows.append(new java.util.UUID(high, low)).append(',').append(1 + random.nextInt(10));
      rows.append(',').append(1 + random.nextInt(5)).append(',').append(voucher).append(',');
      rows.append(user).append(',').append(amount).append(",0.0,").append(amount).append(',');
      rows.append(time.format(TIME)).append('\n');
    }
    return rows.toString();
  }
}
