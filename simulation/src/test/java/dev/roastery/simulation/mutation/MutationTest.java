package dev.roastery.simulation.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests the simulator: it must notice when a safeguard is missing. A mutant that survives here is a
 * check that the simulator lacks.
 */
class MutationTest {

  private static final String COMMON = "dev.roastery.common.";
  private static final int SEEDS_MAX = 16_000;

  record Case(String claim, Mutant mutant) {
    @Override
    public String toString() {
      return claim;
    }
  }

  static Stream<Case> mutants() {
    String loop = COMMON + "partition.PartitionLoop";
    String owner = COMMON + "partition.ownership.PartitionOwner";
    String outbox = COMMON + "partition.Outputs";
    String service = COMMON + "journal.PersistenceService";
    String snapshots = COMMON + "journal.SnapshotWriter";
    String barrier = COMMON + "barrier.Barrier";
    String sabotage = Sabotage.class.getName();
    return Stream.of(
        new Case(
            "acknowledges before it forces",
            Mutant.withoutCalls(loop, "handle", "forceChunkBuffer")),
        new Case(
            "does not sync the epoch's directory",
            Mutant.returning(COMMON + "journal.succession.EpochWriter", "sync", 0)),
        new Case(
            "does not sync the directory when it retires an epoch",
            Mutant.withoutCalls(
                COMMON + "journal.format.Epochs", "retireOlderThan", "syncDirectory")),
        new Case(
            "does not check frames",
            Mutant.withoutCallsAnywhere(COMMON + "journal.format.Frames", "getValue")),
        new Case("finishes on the number of senders", Mutant.returning(barrier, "all", 1)),
        new Case(
            "counts ENDs by message",
            Mutant.redirecting(barrier, "end", "putIfAbsent", "countMessage")),
        new Case("draws output ids", Mutant.redirecting(outbox, "batch", "merge", "randomSeq")),
        new Case(
            "trims before it renames",
            Mutant.beginning(service, "commitWorkingState", sabotage, "trimFirst")),
        new Case(
            "does not force snapshots", Mutant.withoutCalls(snapshots, "writeForced", "forcing")),
        new Case(
            "keeps no tombstone", Mutant.returning(COMMON + "partition.Tombstones", "cover", 0)),
        new Case(
            "forgets processed ids in a snapshot",
            Mutant.redirecting(COMMON + "journal.format.Ledger", "write", "write", "writeNoIds")),
        new Case(
            "applies duplicates",
            Mutant.returning(COMMON + "journal.format.ProcessedIds", "contains", 0)),
        new Case(
            "cuts the buffer before answers are confirmed",
            Mutant.returning(loop, "answersAreConfirmed", 1)),
        new Case(
            "takes a publication for confirmed when it is sent",
            Mutant.redirecting(loop + "$Unconfirmed", "publish", "publish", "confirmAtOnce")),
        new Case(
            "takes outputs for sent before their last piece is",
            Mutant.redirecting(loop + "$Unconfirmed", "confirmed", "hasNextPiece", "nothingLeft")),
        new Case(
            "frees a job before its outputs are confirmed",
            Mutant.returning(COMMON + "partition.JobWork", "finished", 1)),
        new Case(
            "holds outputs back for ever",
            Mutant.withoutCalls(COMMON + "broker.QueueRoom", "take", "remove")),
        new Case(
            "does not send answers again after recovery",
            Mutant.withoutCalls(loop, "recover", "send")),
        new Case(
            "leaves segments when the last job has ended",
            Mutant.withoutCalls(service, "forget", "add")),
        new Case(
            "consumes before older epochs are retired",
            Mutant.withoutCalls(COMMON + "partition.ownership.OpenPartition", "settle", "settle")),
        new Case(
            "settles without proof of its place in line",
            Mutant.redirecting(owner, "begin", "askForProof", "settleAtOnce")),
        new Case(
            "forgets ranges that are to be read in a snapshot",
            Mutant.returning(COMMON + "partition.range.PendingRanges", "isEmpty", 1)),
        new Case(
            "takes a range for read when it comes",
            Mutant.returning(COMMON + "partition.range.PendingRanges", "isComplete", 1)),
        new Case(
            "does not read again what the last owner had begun to read",
            Mutant.withoutCalls(loop, "own", "forEach")),
        new Case(
            "sends rows in the order of a hash map",
            Mutant.redirecting(
                "dev.roastery.simulation.toy.SumStage$Sums",
                "sendSums",
                "entrySet",
                "inAnyOrder")));
  }

  static Stream<Case> mutantGateways() {
    String jobs = "dev.roastery.gateway.jobs.";
    String workflow = COMMON + "workflow.";
    return Stream.of(
        new Case(
            "says that a job is over before all partitions have answered",
            Mutant.returning(jobs + "JobFacts", "isCleanEverywhere", 1)),
        new Case(
            "cancels a job that has all its results",
            Mutant.redirecting(jobs + "JobCommands", "cancel", "isOnItsWay", "isNotOver")),
        new Case(
            "acknowledges what a partition says before it has recorded it",
            Mutant.redirecting(jobs + "PartitionMessages", "take", "deliver", "deliverLater")),
        new Case(
            "gives an abandoned job new time at each start",
            Mutant.withoutCalls(jobs + "JobWorkflow", "silent", "reprievedUntilMillis")),
        new Case(
            "records an offset before the broker has confirmed the batch",
            Mutant.redirecting(
                jobs + "upload.PartStream", "publishNext", "publish", "publishUnconfirmed")),
        new Case(
            "loses what a step has decided",
            Mutant.withoutCalls(workflow + "engine.Execution", "conclude", "record")),
        new Case(
            "answers before it forces",
            Mutant.withoutCalls(workflow + "engine.Engine", "work", "together")),
        new Case(
            "relies on events that were never forced",
            Mutant.withoutCalls(workflow + "engine.Engine", "load", "secure")),
        new Case(
            "keeps a part of what was appended together",
            Mutant.returning(workflow + "log.EventLog$Line", "isCutOff", 0)),
        new Case(
            "makes a second job for a key whose first one may be there",
            Mutant.withoutCalls(jobs + "JobCreations", "failed", "put")),
        new Case(
            "takes what is late of an earlier attempt for the next one's",
            Mutant.takingForEqual(jobs + "JobCommands", "ifStill")),
        new Case(
            "begins the next attempt before all partitions have answered",
            Mutant.redirecting(jobs + "JobCommands", "retry", "state", "isOverAlready")
                .and(Mutant.redirecting(workflow + "engine.Execution", "again", "isOver", "yes"))),
        new Case(
            "gives the next attempt the answers of the one before",
            Mutant.redirecting(jobs + "JobFacts", "apply", "begin", "beginWithAnswers")),
        new Case(
            "gives the next attempt the parts of the one before",
            Mutant.redirecting(jobs + "JobFacts", "apply", "begin", "beginWithParts")),
        new Case(
            "rejects a job that does not wait for approval",
            Mutant.redirecting(jobs + "JobCommands", "reject", "state", "isWaiting")));
  }

  static Stream<Case> mutantStages() {
    String aggregator = "dev.roastery.aggregator.";
    String joiner = "dev.roastery.joiner.JoinerJob";
    return Stream.of(
        new Case(
            "saves no sums",
            Mutant.redirecting(aggregator + "AggregatorJob", "save", "save", "saveNothing")),
        new Case(
            "sends partial sums in any order",
            Mutant.redirecting(aggregator + "GroupSender", "send", "sorted", "shuffled")),
        new Case(
            "adds a spilled run up twice",
            Mutant.withoutCalls(COMMON + "kernel.run.GroupRuns", "spill", "clear")),
        new Case(
            "merges a run twice",
            Mutant.redirecting(COMMON + "kernel.run.GroupRuns", "merged", "copyOf", "firstTwice")),
        new Case(
            "forgets a run after recovery",
            Mutant.returning(COMMON + "kernel.state.GroupTables", "restoreRuns", 0)),
        new Case(
            "forgets rows in files after recovery",
            Mutant.returning(COMMON + "kernel.state.KeptStreams", "restoreFiles", 0)),
        new Case(
            "leaves spilled files to the owner before",
            Mutant.withoutCalls(COMMON + "journal.recovery.Recovery", "attempt", "takeOver")),
        new Case("saves no rankings", Mutant.redirecting(joiner, "save", "save", "saveNothing")),
        new Case(
            "sends no rows of a filter when they come again after a crash",
            Mutant.withoutCalls(COMMON + "partition.PartitionLoop", "recover", "send")));
  }

  static Stream<Case> mutantTails() {
    String joiner = "dev.roastery.joiner.";
    return Stream.of(
        new Case(
            "takes all groups for one partition of a window",
            Mutant.withoutCalls(joiner + "WindowRun", "placed", "compare")),
        new Case(
            "counts a group twice that was delivered twice",
            Mutant.returning(COMMON + "journal.format.ProcessedIds", "contains", 0)),
        new Case(
            "forgets groups in files after recovery",
            Mutant.returning(COMMON + "kernel.state.KeptStreams", "restoreFiles", 0)),
        new Case(
            "loses groups that were sorted in files",
            Mutant.withoutCalls(joiner + "SortedGroups", "next", "add")));
  }

  /** What a succession in an object store needs: see docs/adr/0012. */
  static Stream<Case> mutantSuccessions() {
    String objects = COMMON + "journal.objects.";
    String settled = COMMON + "storage.object.SettledCreate";
    return Stream.of(
        new Case(
            "takes a group that seems to be missing for the end",
            Mutant.redirecting(objects + "Groups", "sealAfter", "create", "pretend")),
        new Case(
            "takes any object for its own",
            Mutant.redirecting(settled, "create", "equals", "alwaysEqual")),
        new Case(
            "takes its own object for that of another",
            Mutant.redirecting(settled, "create", "equals", "neverEqual")),
        new Case(
            "acknowledges what it does not know",
            Mutant.redirecting(
                COMMON + "storage.object.PatientStore", "create", "create", "hopeTheBest")),
        new Case(
            "seals by a put, over what may be there by now",
            Mutant.redirecting(objects + "Groups", "sealAfter", "create", "overwrite")),
        new Case(
            "writes its log over the entry of another",
            Mutant.redirecting(objects + "ManifestLog", "add", "create", "overwrite")),
        new Case(
            "takes itself for elected although the log has another entry",
            Mutant.redirecting(objects + "ManifestLog", "add", "create", "createInVain")),
        new Case(
            "writes its groups over a seal",
            Mutant.redirecting(objects + "EpochDisk$SegmentFile", "force", "create", "overwrite")),
        new Case(
            "deletes seals with the groups before them",
            Mutant.returning(objects + "ClearedEpochs", "isSeal", 0)),
        new Case(
            "trims before there is a snapshot",
            Mutant.beginning(
                COMMON + "journal.PersistenceService",
                "commitWorkingState",
                Sabotage.class.getName(),
                "trimFirst")));
  }

  @ParameterizedTest
  @MethodSource("mutantSuccessions")
  void simulatorNoticesThatASuccession(Case mutation) throws ReflectiveOperationException {
    notices(new Case(mutation.claim(), mutation.mutant().and(outOfTurn())), "amongStores");
  }

  /**
   * The broker's proof and the store's seals each are enough. So a safeguard of the one is missed
   * only by nodes that do without the other.
   */
  private static Mutant outOfTurn() {
    return Mutant.beginning(
        COMMON + "partition.ownership.PartitionOwner",
        "work",
        OutOfTurn.class.getName(),
        "perhaps");
  }

  @Test
  void sealsAreEnoughWithoutTheBrokersProof() throws ReflectiveOperationException {
    long found =
        (long)
            outOfTurn()
                .loadClass("dev.roastery.simulation.FirstFailure")
                .getMethod("amongStores", long.class)
                .invoke(null, 300);
    assertThat(found).isZero();
  }

  @Test
  void aJoinerThatDoesNotWaitForReferenceTablesIsNoticed() throws ReflectiveOperationException {
    notices(
        new Case(
            "joins before the reference tables are there",
            Mutant.redirecting("dev.roastery.joiner.JoinerJob", "inputs", "concat", "onlyFirst")),
        "ofAJoiner");
  }

  @ParameterizedTest
  @MethodSource("mutantStages")
  void simulatorNoticesThatAStage(Case mutation) throws ReflectiveOperationException {
    notices(mutation, "amongSales");
  }

  @ParameterizedTest
  @MethodSource("mutantTails")
  void simulatorNoticesThatATail(Case mutation) throws ReflectiveOperationException {
    notices(mutation, "amongSelects");
  }

  @ParameterizedTest
  @MethodSource("mutantGateways")
  void simulatorNoticesThatAGateway(Case mutation) throws ReflectiveOperationException {
    notices(mutation, "amongToys");
  }

  @ParameterizedTest
  @MethodSource("mutants")
  void simulatorNoticesThatANode(Case mutation) throws ReflectiveOperationException {
    notices(mutation, "amongToys");
  }

  private static void notices(Case mutation, String schedules) throws ReflectiveOperationException {
    long found =
        (long)
            mutation
                .mutant()
                .loadClass("dev.roastery.simulation.FirstFailure")
                .getMethod(schedules, long.class)
                .invoke(null, SEEDS_MAX);
    assertThat(mutation.mutant().changes()).as("places changed").isPositive();
    assertThat(found).as("schedules until the simulator noticed").isPositive();
    System.out.println(mutation.claim() + ": noticed after " + found + " schedules");
  }

  @Test
  void unchangedProductIsNotSuspected() throws ReflectiveOperationException {
    Mutant none = Mutant.withoutCalls(COMMON + "partition.PartitionLoop", "handle", "noSuchCall");
    long found =
        (long)
            none.loadClass("dev.roastery.simulation.FirstFailure")
                .getMethod("amongToys", long.class)
                .invoke(null, 500);
    assertThat(found).isZero();
  }
}
