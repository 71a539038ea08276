package dev.roastery.simulation.mutation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Rules that schedules do not meet, or very seldom: each has a test of its own in another module,
 * which must fail when the rule is taken out.
 */
class RuleMutationTest {

  private static final String COMMON = "dev.roastery.common.";
  private static final String CLUSTER = "dev.roastery.gateway.cluster.";
  private static final String JOBS = "dev.roastery.gateway.jobs.";

  private static final String LOST_MESSAGES = CLUSTER + "LostMessages";
  private static final String JOB_COMMANDS = JOBS + "JobCommands";
  private static final String ENGINE = COMMON + "workflow.engine.";
  private static final String LOOP = COMMON + "partition.PartitionLoop";

  private static final String COLLECT = "dev.roastery.gateway.collect.";
  private static final String GROUPED_SELECT = COMMON + "query.select.GroupedSelect";

  private static final String PROCESSORS = JOBS + "upload.host.Processors";

  private static final Rule RESTS =
      new Rule(PROCESSORS + "Test", "besideSmallPartsOfAnotherJobItRestsAsLongAsItsStepTook");
  private static final Rule OWN_PARTS =
      new Rule(PROCESSORS + "Test", "theSmallPartsOfItsOwnJobOrClientAreNoReason");
  private static final String MERGED_AS_ROWS_COME =
      "spilledGroupsAreMergedAsRowsComeAndNotInAStepOfTheirOwn";
  private static final String WRITTEN_IN_PIECES =
      "aTableThatIsSpilledIsWrittenInPiecesAlsoAtItsGate";
  private static final String OPENED_ONE_BY_ONE = "theRunsAreOpenedOneByOneAtTheGate";
  private static final String EXPRESSIONS = COMMON + "query.sql.ExpressionParser";

  private static final String OWNER_TEST = COMMON + "partition.ownership.PartitionOwnerTest";

  private static final String CSV = "dev.roastery.input.csv.";
  private static final Rule WINDOWS =
      new Rule(CSV + "WindowsTest", "itsRowsAreThoseOfAReaderFromTheStart");
  private static final Rule CHANGED =
      new Rule(JOBS + "PartsReadByWorkersTest", "aFileThatIsChangedFailsThatJobAlone");

  private static final Rule EMPTY =
      new Rule(CLUSTER + "LostMessagesTest", "aMessageInAQueueIsUnderWay");
  private static final Rule IDLE =
      new Rule(CLUSTER + "LostMessagesTest", "aPartitionWithSomethingInHandMayStillSend");
  private static final Rule IDLE_AFTERWARDS =
      new Rule(
          CLUSTER + "LostMessagesTest",
          "aStageThatWasIdleBeforeTheOneBeforeItMayHaveGotSomethingSince");
  private static final Rule REPORTED =
      new Rule(CLUSTER + "MonitorTest", "aPartitionIsIdleAsLongAsItsLivingOwnerSaysSo");
  private static final Rule LOST =
      new Rule(
          JOBS + "JobMachineTest", "aRunningJobWhoseMessagesAreLostFailsUnlessItHasItsResults");
  private static final Rule LATE =
      new Rule(JOBS + "JobMachineTest", "whatIsLateOfAnEarlierAttemptChangesNothing");
  private static final Rule FILES =
      new Rule(JOBS + "JobMachineTest", "aStepThatIsLateDeletesNoFilesOfTheNextAttempt");
  private static final Rule DELETING =
      new Rule(
          JOBS + "JobMachineTest", "noAttemptBeginsWhileAStepIsStillDeletingFilesOfTheOneBefore");
  private static final Rule RETRIED =
      new Rule(
          JOBS + "JobMachineTest", "aDeletionThatARetryHasOvertakenIsRefusedAndTheJobIsStillThere");
  private static final Rule FOUND_FIRST =
      new Rule(
          COMMON + "process.PartitionCrashCounterTest",
          "aJobWhoseStateCannotBeReadIsFoundBeforeItsPartitionIsPutAside");
  private static final Rule ROOM =
      new Rule(CLUSTER + "MonitorTest", "aPartitionWithoutRoomInOneThatNobodyOwnsIsNamedWithIt");
  private static final Rule MARK =
      new Rule(
          COMMON + "workflow.FactTest",
          "theMarkOfTheFirstEndIsDeletedAlsoWhenAPowerLossHasBroughtItBack");
  private static final Rule MOMENT =
      new Rule(COMMON + "workflow.FactTest", "anExecutionMayBeginOnceMoreInTheMomentOfItsEnd");
  private static final Rule DEAD_LETTER =
      new Rule(
          COMMON + "partition.host.DeadLettersTest",
          "aMessageThatTheBrokerGaveUpRaisesAnAlarmAtEachStartAndFailsItsJobAndStaysInItsQueue");

  private static final Rule DEADLY_OUTPUTS =
      new Rule(OWNER_TEST, "aJobWhoseOutputsKillEveryProcessFailsAlone");
  private static final Rule DEADLY_TO_SAVE =
      new Rule(OWNER_TEST, "aJobWhoseStateKillsEveryProcessThatSavesItFailsAlone");
  private static final Rule DEADLY_TO_READ =
      new Rule(OWNER_TEST, "aJobWhoseStateKillsEveryProcessThatReadsItFailsAlone");
  private static final Rule INNOCENT =
      new Rule(OWNER_TEST, "aProcessThatIsKilledBetweenOutputsAgainAndAgainFailsNoJob");

  private static final Rule DEPTH =
      new Rule(COMMON + "query.sql.SqlTest", "whatNestsTooDeeplyIsRefusedAndLongChainsToo");

  private static final Rule WEIGHT =
      new Rule(COLLECT + "SelectEdgeTest", "sumsOfWhatJoinsFindMayLeaveTheirRangeOnTheWay");
  private static final Rule DIFFERENT =
      new Rule(COLLECT + "SelectTest", "anExpressionIsAddedUpByWhatAJoinFinds");
  private static final Rule ORDER =
      new Rule(COLLECT + "SelectEdgeTest", "groupsAreInTheOrderOfTheirKeysWhateverCameFirst");
  private static final Rule JOINED =
      new Rule(
          COLLECT + "SelectEdgeTest", "aConditionOnJoinedColumnsChoosesRowsBeforeTheyAreGrouped");
  private static final Rule WRAPS =
      new Rule(COLLECT + "SelectEdgeTest", "aSumThatFitsMayBeMadeOfSumsThatDoNot");
  private static final Rule SCALES =
      new Rule(COLLECT + "SelectEdgeTest", "numbersOfDifferentScalesAreComparedWhateverTheirSize");
  private static final Rule CONTRADICTION =
      new Rule(
          "dev.roastery.embedded.infer.InferenceTest", "aRowThatContradictsATypeBeginsTheRunAgain");
  private static final Rule NEW_FIELD =
      new Rule(
          "dev.roastery.embedded.infer.JsonInferenceTest",
          "aFieldThatTheFirstRowsHaveNotBeginsTheRunAgain");
  private static final Rule QUOTED_NUMBER =
      new Rule("dev.roastery.embedded.infer.JsonInferenceTest", "aNumberInQuotesBeginsTheRunAgain");

  private static final String STORAGE = COMMON + "storage.";
  private static final String S3 = STORAGE + "s3.";
  private static final String CHECK = STORAGE + "check.";

  private static final Rule SENT_ONCE =
      new Rule(S3 + "ExchangeTest", "aCreateOfUnknownOutcomeIsNotSentAgainByAnybody");
  private static final Rule EXISTS =
      new Rule(S3 + "ExchangeTest", "whatExistsIsToldAndLeavesNoPartsBehind");
  private static final Rule OWN_BYTES =
      new Rule(STORAGE + "object.SettledCreateTest", "whoseCreateWasDoneAndNotToldFindsHisBytes");
  private static final Rule NO_CONDITIONS =
      new Rule(CHECK + "StoreCheckTest", "aStoreWithoutConditionsIsUnfit");
  private static final Rule RACY =
      new Rule(CHECK + "StoreCheckTest", "aStoreThatLooksBeforeItWritesIsUnfit");
  private static final Rule UNFIT_AT_START =
      new Rule(CHECK + "StoreCheckTest", "theBriefCheckFindsBoth");

  private static final String OBJECTS = COMMON + "journal.objects.";
  private static final Rule OWN_NUMBER =
      new Rule(
          OBJECTS + "ObjectSuccessionTest",
          "twoClaimantsThatTakeTheirNumberAtTheSameTimeHaveDifferentOnes");
  private static final Rule PASSED_OVER =
      new Rule(
          OBJECTS + "ObjectSuccessionTest",
          "aClaimantThatSleepsUntilAnotherHasPassedItOverIsFenced");

  /** The test of a rule. */
  record Rule(String type, String method) {
    @Override
    public String toString() {
      return method;
    }
  }

  record Case(String claim, Mutant mutant, Rule rule) {
    @Override
    public String toString() {
      return claim;
    }
  }

  static Stream<Rule> rules() {
    return mutants().map(Case::rule).distinct();
  }

  static Stream<Case> mutants() {
    return Stream.of(
        new Case(
            "a row is taken to begin where a window does",
            Mutant.redirecting(CSV + "CsvWindows", "firstRow", "anywhere", "lookNowhere"),
            WINDOWS),
        new Case(
            "the first state that a reader could be in is believed",
            Mutant.returning(CSV + "scan.RowStarts$Search$Follower", "isWith", 1),
            WINDOWS),
        new Case(
            "whatever has taken a part's place is read",
            Mutant.redirecting(
                "dev.roastery.input.source.ObjectSource", "read", "get", "getAnyVersion"),
            CHANGED),
        new Case(
            "a job fails although a message of it is in a queue",
            Mutant.redirecting(LOST_MESSAGES, "hasNothing", "isEmpty", "isEmptyAnyhow"),
            EMPTY),
        new Case(
            "a job fails although a partition has something in hand",
            Mutant.redirecting(LOST_MESSAGES, "hasNothing", "isIdleSince", "isIdleAnyhow"),
            IDLE),
        new Case(
            "a job fails because of what owners said before their queues were empty",
            Mutant.redirecting(LOST_MESSAGES, "hasNothing", "isIdleSince", "isIdleEver"),
            IDLE_AFTERWARDS),
        new Case(
            "an old report counts as a new one",
            Mutant.redirecting(
                CLUSTER + "ClusterSnapshot", "isIdleSince", "isAfter", "isAfterAnyhow"),
            REPORTED),
        new Case(
            "a job whose messages are lost does not fail",
            Mutant.returning(JOBS + "JobMachine", "lost", 0),
            LOST),
        new Case(
            "a job fails although it has its results",
            Mutant.withoutCalls(JOB_COMMANDS, "lost", "hasAllResults"),
            LOST),
        new Case(
            "a job fails before it runs",
            Mutant.redirecting(JOB_COMMANDS, "lost", "state", "isRunning"),
            LOST),
        new Case(
            "a dead letter fails another job than its own",
            Mutant.redirecting(
                COMMON + "partition.host.DeadLetters", "delivered", "parse", "nextAttempt"),
            DEAD_LETTER),
        new Case(
            "an aggregator merges what it has spilled in one step",
            Mutant.withoutCallsAnywhere("dev.roastery.aggregator.AggregatorJob", "pay"),
            new Rule("dev.roastery.aggregator.AggregatorStageTest", MERGED_AS_ROWS_COME)),
        new Case(
            "a maximizer merges what it has spilled in one step",
            Mutant.withoutCallsAnywhere("dev.roastery.maximizer.MaximizerJob", "pay"),
            new Rule("dev.roastery.maximizer.MaximizerStageTest", MERGED_AS_ROWS_COME)),
        new Case(
            "an aggregator writes a table that it spills in one step",
            Mutant.withoutCalls(COMMON + "kernel.run.GroupRuns", "writeSome", "rows"),
            new Rule("dev.roastery.aggregator.AggregatorStageTest", WRITTEN_IN_PIECES)),
        new Case(
            "a maximizer writes a table that it spills in one step",
            Mutant.withoutCalls(COMMON + "kernel.run.GroupRuns", "writeSome", "rows"),
            new Rule("dev.roastery.maximizer.MaximizerStageTest", WRITTEN_IN_PIECES)),
        new Case(
            "a snapshot lacks what is being spilled",
            Mutant.redirecting(
                COMMON + "kernel.state.GroupTables", "save", "unwritten", "nothingUnwritten"),
            new Rule(COMMON + "kernel.run.RunsTest", "aSnapshotHasWhatIsBeingSpilled")),
        new Case(
            "a spilled file is forced at its end only",
            Mutant.withoutCalls(COMMON + "journal.SpillDirectory$GrowingFile", "append", "force"),
            new Rule(
                COMMON + "journal.SpilledFilesTest", "aFileIsForcedAsItGrowsAndNeverMuchAtOnce")),
        new Case(
            "an aggregator opens all runs in one step",
            Mutant.withoutCallsAnywhere("dev.roastery.aggregator.SpilledGroupSender", "openNext"),
            new Rule("dev.roastery.aggregator.AggregatorStageTest", OPENED_ONE_BY_ONE)),
        new Case(
            "a maximizer opens all runs in one step",
            Mutant.withoutCallsAnywhere("dev.roastery.maximizer.SpilledRanking", "openNext"),
            new Rule("dev.roastery.maximizer.MaximizerStageTest", OPENED_ONE_BY_ONE)),
        new Case(
            "a large part never rests beside small ones",
            Mutant.returning(PROCESSORS, "weightBeside", 0),
            RESTS),
        new Case(
            "a large part rests also when it is alone",
            Mutant.returning(PROCESSORS, "weightBeside", 1),
            OWN_PARTS),
        new Case(
            "an upload to an earlier attempt changes the next one",
            Mutant.takingForEqual(JOB_COMMANDS, "during"),
            LATE),
        new Case(
            "what partitions say of an earlier attempt changes the next one",
            Mutant.takingForEqual(JOB_COMMANDS, "ifStill"),
            LATE),
        new Case(
            "a result of an earlier attempt is stored in the next one",
            Mutant.redirecting(JOBS + "ResultStore", "wants", "equals", "isSame"),
            LATE),
        new Case(
            "a late step deletes the files of the next attempt",
            Mutant.takingForEqual(JOBS + "JobMachine", "discardFiles"),
            FILES),
        new Case(
            "an attempt begins while files of the one before are being deleted",
            Mutant.withoutCalls(JOBS + "JobMachine", "alone", "requireFilesAtRest"),
            DELETING),
        new Case(
            "a job is deleted although it was retried meanwhile",
            Mutant.returning(JOBS + "JobMachine", "beginsRemoval", 1),
            RETRIED),
        new Case(
            "a bug that is a job's fault puts the whole partition aside",
            Mutant.returning(COMMON + "process.PartitionCrashCounter", "isBug", 0),
            FOUND_FIRST),
        new Case(
            "a partition that nobody owns is taken for a busy one",
            Mutant.returning(CLUSTER + "ProgressReport", "hasOwner", 1),
            ROOM),
        new Case(
            "the mark of an earlier end stays",
            Mutant.withoutCalls(ENGINE + "Engine", "load", "reopen"),
            MARK),
        new Case(
            "a retry in the moment of the end is refused",
            Mutant.withoutCalls(ENGINE + "Execution", "again", "decide"),
            MOMENT),
        new Case(
            "a job whose outputs crash every process is never found",
            Mutant.withoutCalls(LOOP, "own", "together"),
            DEADLY_OUTPUTS),
        new Case(
            "a job whose state crashes every process that saves it is never found",
            Mutant.withoutCalls(LOOP, "begin", "together"),
            DEADLY_TO_SAVE),
        new Case(
            "a job whose state crashes every process that reads it is never found",
            Mutant.withoutCalls(LOOP, "recover", "together"),
            DEADLY_TO_READ),
        new Case(
            "a job is blamed for crashes after its outputs were made",
            Mutant.withoutCalls(LOOP, "entered", "left"),
            INNOCENT),
        new Case(
            "SQL nests without a limit", Mutant.withoutCalls(EXPRESSIONS, "parse", "enter"), DEPTH),
        new Case(
            "a chain of operators in SQL is as long as it likes",
            Mutant.withoutCalls(EXPRESSIONS, "or", "chain"),
            DEPTH),
        new Case(
            "groups that are grouped again count as one row each",
            Mutant.withoutCalls(COMMON + "kernel.group.Regrouping", "add", "weight"),
            WEIGHT),
        new Case(
            "a count of different values counts rows",
            Mutant.withoutCalls(GROUPED_SELECT, "measure", "distinct"),
            DIFFERENT),
        new Case(
            "groups that are grouped again are in the order in which they came",
            Mutant.withoutCalls(COMMON + "query.select.TailBinder", "bind", "orderOtherwise"),
            ORDER),
        new Case(
            "a condition on joined columns is forgotten where groups are grouped again",
            Mutant.withoutCalls(GROUPED_SELECT, "tail", "tailCondition"),
            JOINED),
        new Case(
            "what a sum of some rows is beyond 64 bits is forgotten",
            Mutant.withoutCalls(COMMON + "kernel.group.Sums", "merge", "wrap"),
            WRAPS),
        new Case(
            "numbers are compared without their points",
            Mutant.withoutCalls(COMMON + "kernel.expression.Evaluation", "order", "digits"),
            SCALES),
        new Case(
            "a row may contradict the type that was inferred from the first rows",
            Mutant.returning(
                "dev.roastery.input.csv.column.CsvLayout$Field", "isCheckedOnEveryRow", 0),
            CONTRADICTION),
        new Case(
            "what the rows after the first say of a type is forgotten",
            Mutant.withoutCalls("dev.roastery.embedded.infer.AllRows$Looking", "batch", "merge"),
            CONTRADICTION),
        new Case(
            "a field of JSON that the first rows have not is left out",
            Mutant.returning("dev.roastery.input.ndjson.JsonLine", "isUsable", 0),
            NEW_FIELD),
        new Case(
            "a number in quotes is a number",
            Mutant.returning("dev.roastery.input.ndjson.JsonRows", "tellsKinds", 0),
            QUOTED_NUMBER),
        new Case(
            "a create of unknown outcome is sent again in silence",
            Mutant.returning(S3 + "S3Request", "mayBeRepeated", 1),
            SENT_ONCE),
        new Case(
            "the JDK sends a create again in silence",
            Mutant.withoutCalls(S3 + "Exchange", "configure", "setFixedLengthStreamingMode"),
            SENT_ONCE),
        new Case(
            "412 is taken for success",
            Mutant.returning(S3 + "S3Answer", "isAgainstCondition", 0)
                .and(Mutant.returning(S3 + "S3Answer", "isDone", 1)),
            EXISTS),
        new Case(
            "an object of one's own is taken for another's",
            Mutant.withoutCalls(STORAGE + "object.SettledCreate", "create", "equals"),
            OWN_BYTES),
        new Case(
            "a store without conditions passes the check",
            Mutant.returning(CHECK + "TestGround", "requireRefused", 0)
                .and(Mutant.withoutCalls(CHECK + "RaceProbe", "race", "judge")),
            NO_CONDITIONS),
        new Case(
            "a store that looks before it writes passes the check",
            Mutant.withoutCalls(CHECK + "RaceProbe", "race", "judge"),
            RACY),
        new Case(
            "a process starts on a store that looks before it writes",
            Mutant.withoutCalls(CHECK + "RaceProbe", "race", "judge"),
            UNFIT_AT_START),
        new Case(
            "a claim replaces the one that is there",
            Mutant.redirecting(OBJECTS + "ObjectSuccession", "number", "create", "overwrite"),
            OWN_NUMBER),
        new Case(
            "what another owner has cleared away is damage",
            Mutant.returning(OBJECTS + "ObjectSuccession", "requireNotPassedOver", 0),
            PASSED_OVER));
  }

  @ParameterizedTest
  @MethodSource("rules")
  void theTestPassesWithTheWholeProduct(Rule rule) throws ReflectiveOperationException {
    Mutant none = Mutant.withoutCalls(JOBS + "JobMachine", "retry", "noSuchCall");
    TestExecutionSummary summary = run(none, rule);
    assertThat(summary.getTestsSucceededCount()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("mutants")
  void theTestNoticesThat(Case mutation) throws ReflectiveOperationException {
    TestExecutionSummary summary = run(mutation.mutant(), mutation.rule());
    assertThat(mutation.mutant().changes()).as("places changed").isPositive();
    assertThat(summary.getTestsFailedCount()).isEqualTo(1);
    Throwable noticed = summary.getFailures().getFirst().getException();
    assertThat(noticed).isNotInstanceOf(LinkageError.class);
    System.out.println(mutation.claim() + ": " + noticed.getMessage());
  }

  private static TestExecutionSummary run(Mutant product, Rule rule)
      throws ReflectiveOperationException {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectMethod(product.loadClass(rule.type()), rule.method()))
            .build();
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create().execute(request, listener);
    return listener.getSummary();
  }
}
