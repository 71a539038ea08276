package dev.roastery.cli.view;

import java.util.Map;
import java.util.TreeMap;

/** What a gateway says of three jobs and two workers, as docs/http.md describes it. */
final class Answers {

  static final String NOW = "Fri, 20 Nov 2026 03:10:00 GMT";

  static final String DONE = "019aa2b0-52f0-7c11-8d22-5f3a91c2d401";
  static final String RUNNING = "019aa2b6-0a10-7d31-9e42-77aa01b2e9f3";
  private static final String FAILED = "019aa2a0-1100-7aa1-8b52-0c9d8e7f6a5b";

  private Answers() {}

  static Map<String, String> all() {
    Map<String, String> all = new TreeMap<>();
    String page = "{\"jobs\":[%s,%s,%s]}".formatted(running(), done(), failed());
    all.put("/v1/jobs?limit=50", page);
    all.put("/v1/jobs?limit=500&q=77aa", "{\"jobs\":[%s]}".formatted(running()));
    all.put("/v1/jobs?limit=500&q=01b2e9f3", "{\"jobs\":[%s]}".formatted(running()));
    all.put("/v1/jobs?limit=500&q=91c2d401", "{\"jobs\":[%s]}".formatted(done()));
    all.put("/v1/jobs/" + RUNNING, running());
    all.put("/v1/jobs/" + DONE, done());
    all.put("/v1/jobs/" + DONE + "/profile", profile());
    all.put("/v1/workers", workers());
    return all;
  }

  private static String running() {
    return """
    {"id":"%s","attempt":2,"client":"ada","name":"November","state":"RUNNING","reason":null,
     "created":"2026-11-20T03:08:00Z","updated":"2026-11-20T03:09:30Z",
     "sealed":"2026-11-20T03:09:20Z","started":"2026-11-20T03:09:20Z","finished":null,
     "rows":4438000,"bytes":987000000,"expectedBytes":987000000,"rejected":3,
     "partsTotal":74,"partsComplete":74,"percent":60,
     "queries":["tpv-by-store"],"tables":["stores","transactions"],
     "parts":[{"table":"stores","name":"stores.csv","offset":812,"complete":true},
              {"table":"transactions","name":"t_202401.csv","offset":41000000,"complete":true}],
     "progress":{"percent":60,"stages":[
       {"stage":"aggregator","received":1200,"expected":1200,"stateBytes":52000,"spilledBytes":0,"stalled":[]},
       {"stage":"maximizer","received":3,"expected":8,"stateBytes":0,"spilledBytes":0,"stalled":[]},
       {"stage":"joiner","received":0,"expected":null,"stateBytes":0,"spilledBytes":0,
        "stalled":["no joiner is running: start one (roastery joiner)"]}]}}\
    """
        .formatted(RUNNING);
  }

  private static String done() {
    return """
    {"id":"%s","attempt":1,"client":"ada","name":"October","state":"COMPLETED","reason":null,
     "created":"2026-11-20T03:00:00Z","updated":"2026-11-20T03:00:04.200Z",
     "sealed":"2026-11-20T03:00:01.500Z","started":"2026-11-20T03:00:01.500Z",
     "finished":"2026-11-20T03:00:04.200Z","rows":62837,"bytes":4500000,
     "expectedBytes":4500000,"rejected":0,"partsTotal":74,"partsComplete":74,"percent":100,
     "queries":["tpv-by-store"],"parts":[],"progress":{"percent":100,"stages":[]}}\
    """
        .formatted(DONE);
  }

  private static String failed() {
    return """
    {"id":"%s","attempt":1,"client":"ada","name":null,"state":"FAILED",
     "reason":"stores/a.csv, line 5, column store_id: \\"x\\" is not a whole number",
     "created":"2026-11-18T01:00:00Z","updated":"2026-11-18T01:00:00.400Z","sealed":null,
     "started":null,"finished":"2026-11-18T01:00:00.400Z","rows":0,"bytes":812,
     "expectedBytes":900,"percent":90,"partsTotal":1,"partsComplete":0}\
    """
        .formatted(FAILED);
  }

  private static String profile() {
    return """
    {"id":"%s","attempt":1,"state":"COMPLETED","created":"2026-11-20T03:00:00Z",
     "sealed":"2026-11-20T03:00:01.500Z","started":"2026-11-20T03:00:01.500Z",
     "finished":"2026-11-20T03:00:04.200Z","elapsedMillis":4200,"rows":62837,"bytes":4500000,
     "partsTotal":2,"parts":[
       {"table":"stores","name":"stores.csv","started":"2026-11-20T03:00:00.100Z",
        "finished":"2026-11-20T03:00:00.150Z","rows":10,"bytes":812,"batches":1},
       {"table":"transactions","name":"t.csv","started":"2026-11-20T03:00:00.120Z",
        "finished":"2026-11-20T03:00:01.400Z","rows":62827,"bytes":4499188,"batches":47}],
     "stages":[
       {"stage":"aggregator","first":"2026-11-20T03:00:00.200Z",
        "last":"2026-11-20T03:00:02.600Z","batches":48,"rows":62837,"bytes":1200000,
        "cpuMillis":800,"partitions":[
          {"partition":"aggregator-0","owner":"a-1","first":"2026-11-20T03:00:00.200Z",
           "last":"2026-11-20T03:00:01.900Z","batches":24,"rows":31418,"bytes":600000,
           "cpuMillis":410},
          {"partition":"aggregator-1","owner":"a-2","first":"2026-11-20T03:00:00.300Z",
           "last":"2026-11-20T03:00:02.600Z","batches":24,"rows":31419,"bytes":600000,
           "cpuMillis":390}]},
       {"stage":"joiner","first":"2026-11-20T03:00:03.900Z","last":"2026-11-20T03:00:04Z",
        "batches":1,"rows":30,"bytes":1400,"cpuMillis":12,"partitions":[
          {"partition":"joiner-0","owner":"j-1","first":"2026-11-20T03:00:03.900Z",
           "last":"2026-11-20T03:00:04Z","batches":1,"rows":30,"bytes":1400,"cpuMillis":12}]}],
     "waits":[{"stage":"joiner","what":"no joiner is running",
               "from":"2026-11-20T03:00:02.700Z","to":"2026-11-20T03:00:03.900Z"}],
     "takeovers":[{"at":"2026-11-20T03:00:01.900Z","partition":"aggregator-1","from":"a-1",
                   "to":"a-2","millis":411}]}\
    """
        .formatted(DONE);
  }

  private static String workers() {
    return """
    {"workers":[
      {"node":"aggregator@vm-19589-1795053714370","name":"aggregator-1","stage":"aggregator",
       "state":"alive","started":"2026-11-20T00:05:00Z","seen":"2026-11-20T03:09:59Z",
       "cpu":0.42,"heapBytes":120000000,"heapMaxBytes":512000000,"budgetBytes":1,
       "budgetUsedBytes":1,"rowsPerSecond":1234567,"owns":[{"partition":"aggregator-0","epoch":1},
                                   {"partition":"aggregator-1","epoch":2}]},
      {"node":"aggregator@vm-19590-1795053714371","name":"aggregator-2","stage":"aggregator",
       "state":"lost","started":"2026-11-20T00:05:00Z","seen":"2026-11-20T03:00:01Z","owns":[]}],
     "partitions":[
      {"partition":"aggregator-0","owner":"aggregator@vm-19589-1795053714370","epoch":1,
       "stateBytes":52000,"spilledBytes":0,"journalBytes":812000,"snapshotAgeMillis":4100,
       "backlog":12},
      {"partition":"joiner-0","owner":null,"epoch":0,"stateBytes":0,"spilledBytes":0,
       "journalBytes":0,"snapshotAgeMillis":0,"backlog":null}]}\
    """;
  }
}
