package dev.roastery.gateway.collect;

import static dev.roastery.gateway.collect.SelectTest.answer;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What the random SELECTs of {@link SelectPipelineTest} found once, or would seldom find. */
class SelectEdgeTest {

  @Test
  void qualifyTakesRowsAwayAfterOtherWindowsHaveCountedThem() {
    assertThat(
            answer(
                """
                select customer, sum(quantity) as n, sum(sum(quantity)) over () as all_of_them
                from lines group by customer
                qualify row_number() over (order by sum(quantity) desc) <= 1
                """))
        .isEqualTo("customer,n,all_of_them\nann,6,13\n");
    assertThat(
            answer(
                """
                select id, sum(quantity) over () as n, row_number() over (order by id desc) as last
                from lines qualify row_number() over (order by id) <= 1
                """))
        .isEqualTo("id,n,last\n1,13,6\n");
  }

  /** A group index knows nulls of eight keys only. */
  @Test
  void columnsThatDependOnAKeyAreNoFurtherKeys() {
    assertThat(
            answer(
                """
                select l.id, l.customer, i.name, i.category, i.weight, j.name as n, j.category as c,
                  j.weight as w, count(distinct l.quantity) as d
                from lines l left join items i on l.item_id = i.id left join items j on l.item_id = j.id
                where l.id >= 4 group by l.id, l.customer, l.item_id
                """))
        .isEqualTo(
            """
            id,customer,name,category,weight,n,c,w,d
            4,cid,Scone,food,0.2,Scone,food,0.2,1
            5,ann,,,,,,,1
            6,,Mocha,coffee,0.4,Mocha,coffee,0.4,1
            """);
  }
}
