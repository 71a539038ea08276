package dev.roastery.bench;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.testkit.rows.Columns;
import dev.roastery.testkit.rows.LongsBuilder;
import dev.roastery.testkit.rows.RowsBuilder;
import dev.roastery.testkit.rows.TextsBuilder;
import java.util.SplittableRandom;
import java.util.UUID;

/** Rows like those that travel: their shapes decide what packing costs. */
public enum SampleRows {

  /** What the gateway sends of {@code transactions}. */
  TRANSACTIONS {
    @Override
    Rows rows(SplittableRandom random) {
      int count = 10_000;
      LongsBuilder stores = new LongsBuilder(new ColumnType.Whole(), count);
      LongsBuilder users = new LongsBuilder(new ColumnType.Whole(), count);
      LongsBuilder amounts = new LongsBuilder(new ColumnType.Decimal(2), count);
      LongsBuilder times = new LongsBuilder(new ColumnType.Timestamp(), count);
      long time = 1_704_067_200;
      for (int row = 0; row < count; row++) {
        stores.add(random.nextLong(1, 11));
        if (random.nextInt(3) == 0) {
          users.add(random.nextLong(1, 2_000_000));
        } else {
          users.addNull();
        }
        amounts.add(random.nextLong(600, 20_000));
        times.add(time += random.nextLong(0, 9));
      }
      return new RowsBuilder()
          .with("store_id", stores.build())
          .with("user_id", users.build())
          .with("final_amount", amounts.build())
          .with("created_at", times.build())
          .build();
    }
  },

  /** The few rows that a filter passes, with their long ids. */
  FILTERED {
    @Override
    Rows rows(SplittableRandom random) {
      int count = 4_000;
      TextsBuilder ids = new TextsBuilder(count);
      LongsBuilder amounts = new LongsBuilder(new ColumnType.Decimal(2), count);
      for (int row = 0; row < count; row++) {
        ids.add(new UUID(random.nextLong(), random.nextLong()).toString());
        amounts.add(random.nextLong(7_500, 20_000));
      }
      return new RowsBuilder()
          .with("transaction_id", ids.build())
          .with("final_amount", amounts.build())
          .build();
    }
  },

  /** An aggregator's partial sums, sorted by their key. */
  GROUP_SUMS {
    @Override
    Rows rows(SplittableRandom random) {
      int count = 10_000;
      LongsBuilder stores = new LongsBuilder(new ColumnType.Whole(), count);
      LongsBuilder users = new LongsBuilder(new ColumnType.Whole(), count);
      LongsBuilder purchases = new LongsBuilder(new ColumnType.Whole(), count);
      long user = 0;
      for (int row = 0; row < count; row++) {
        stores.add(1 + row / 1000);
        user = row % 1000 == 0 ? 1 : user + random.nextLong(1, 2_000);
        users.add(user);
        purchases.add(random.nextLong(1, 40));
      }
      return new RowsBuilder()
          .with("store_id", stores.build())
          .with("user_id", users.build())
          .with("purchases", purchases.build())
          .build();
    }
  },

  /** Results with names looked up: few distinct texts on many rows. */
  NAMED {
    @Override
    Rows rows(SplittableRandom random) {
      int count = 10_000;
      String[] names = {"Espresso", "Americano", "Latte", "Cappuccino", "Flat White", "Mocha"};
      String[] items = new String[count];
      for (int row = 0; row < count; row++) {
        items[row] = names[random.nextInt(names.length)];
      }
      return new RowsBuilder().with("item_name", Columns.texts(items)).build();
    }
  };

  abstract Rows rows(SplittableRandom random);
}
