package dev.roastery.cli.architecture;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameEndingWith;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rules for all classes below one root package, which a test may replace by a planted one. */
record Architecture(String root) {

  /** Which subprojects the classes of each subproject may use, beside their own. */
  static final Map<String, Set<String>> MAY_USE = new TreeMap<>(mayUse());

  private static Map<String, Set<String>> mayUse() {
    Set<String> stages = Set.of("common", "aggregator", "maximizer", "joiner");
    Set<String> services = with(stages, "input", "gateway", "embedded");
    return Map.ofEntries(
        Map.entry("common", Set.of()),
        Map.entry("aggregator", Set.of("common", "input")),
        Map.entry("maximizer", Set.of("common")),
        Map.entry("joiner", Set.of("common")),
        Map.entry("input", Set.of("common")),
        Map.entry("gateway", Set.of("common", "input")),
        Map.entry("embedded", with(stages, "input", "gateway")),
        Map.entry("simulation", services),
        Map.entry("cli", with(services, "simulation", "harness")),
        Map.entry("bench", with(services, "cli", "harness", "testkit")),
        Map.entry("harness", Set.of("common")),
        Map.entry("testkit", Set.of("common", "harness")),
        Map.entry("bucket", Set.of()),
        Map.entry("deploy", Set.of()));
  }

  private static Set<String> with(Set<String> some, String... others) {
    return Stream.concat(some.stream(), Stream.of(others)).collect(Collectors.toUnmodifiableSet());
  }

  private static final String[] IMPURE_PACKAGES = {
    "com.rabbitmq..", "java.nio.file..", "java.util.random..", "java.util.concurrent.locks.."
  };

  private static final String IMPURE_CLASSES =
      "java\\.time\\.Clock|java\\.util\\.Random|java\\.security\\.SecureRandom"
          + "|java\\.lang\\.Thread(\\$.*)?|java\\.util\\.Timer"
          + "|java\\.util\\.concurrent\\.(ThreadLocalRandom|.*Executor.*|CompletableFuture)";

  private static final String IMPURE_CALLS =
      "java\\.util\\.UUID\\.randomUUID\\(.*|java\\.lang\\.Math\\.random\\(.*"
          + "|java\\.lang\\.System\\.(currentTimeMillis|nanoTime)\\(.*|java\\.time\\..*\\.now\\(.*";

  private static final String WALL_CLOCK =
      "java\\.lang\\.System\\.currentTimeMillis\\(.*"
          + "|java\\.time\\.(\\w+\\.now|Clock\\.(system|tick)\\w*)\\(.*";

  List<ArchRule> rules() {
    return Stream.concat(
            MAY_USE.keySet().stream().map(this::directions),
            Stream.of(
                pureClassesUseOnlyValues(),
                pureClassesCallNoClock(),
                commonHasNoCycles(),
                theClientKnowsNoGateway(),
                nobodyReadsTheWallClock(),
                nobodyCountsMessagesInQueues(),
                stepsOnlyReturn(),
                aJobsStateIsTheFoldOfItsLog()))
        .toList();
  }

  private ArchRule directions(String subproject) {
    String[] others =
        MAY_USE.keySet().stream()
            .filter(other -> !other.equals(subproject))
            .filter(other -> !MAY_USE.getOrDefault(subproject, Set.of()).contains(other))
            .map(this::packages)
            .toArray(String[]::new);
    return noClasses()
        .that()
        .resideInAPackage(packages(subproject))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(others)
        .because("dependencies point one way: cli, gateway, simulation > stages > common")
        .allowEmptyShould(true);
  }

  private ArchRule pureClassesUseOnlyValues() {
    return noClasses()
        .that(arePure())
        .should()
        .dependOnClassesThat(resideInAnyPackage(IMPURE_PACKAGES).or(nameMatching(IMPURE_CLASSES)))
        .because("the core does no I/O (invariant 7)")
        .allowEmptyShould(true);
  }

  private ArchRule pureClassesCallNoClock() {
    return noClasses()
        .that(arePure())
        .should()
        .callMethodWhere(
            target(
                DescribedPredicate.describe(
                    "clock or chance", method -> method.getFullName().matches(IMPURE_CALLS))))
        .because("time and randomness are parameters (invariant 7)")
        .allowEmptyShould(true);
  }

  private ArchRule commonHasNoCycles() {
    return slices()
        .matching(root + ".common.(**)")
        .should()
        .beFreeOfCycles()
        .because("a package that is understood alone can be tested alone")
        .allowEmptyShould(true);
  }

  private ArchRule theClientKnowsNoGateway() {
    return noClasses()
        .that()
        .resideInAPackage(root + ".cli.client..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(packages("gateway"), packages("simulation"), packages("harness"))
        .because("what a client knows of a gateway is its HTTP interface")
        .allowEmptyShould(true);
  }

  /**
   * The others are for people: names, heartbeats, what receivers of webhooks compare, chaos. And an
   * object store compares the time of a signature with its own.
   */
  private ArchRule nobodyReadsTheWallClock() {
    return noClasses()
        .that()
        .resideOutsideOfPackages(root + ".cli.chaos..")
        .and()
        .doNotHaveFullyQualifiedName(root + ".common.process.SteadyClock")
        .and()
        .doNotHaveFullyQualifiedName(root + ".common.storage.s3.signature.SigningTime")
        .and()
        .doNotHaveFullyQualifiedName(root + ".common.process.NodeName")
        .and()
        .doNotHaveFullyQualifiedName(root + ".common.process.HeartbeatSender")
        .and()
        .doNotHaveFullyQualifiedName(root + ".gateway.jobs.host.Webhook")
        .should()
        .callMethodWhere(
            target(
                DescribedPredicate.describe(
                    "the wall clock", method -> method.getFullName().matches(WALL_CLOCK))))
        .because("somebody may set it by years at any time (fault O08)")
        .allowEmptyShould(true);
  }

  private ArchRule nobodyCountsMessagesInQueues() {
    return noClasses()
        .that()
        .resideInAPackage(root + "..")
        .and()
        .doNotHaveFullyQualifiedName(root + ".common.broker.rabbit.RabbitTransport")
        .and()
        .doNotHaveFullyQualifiedName(root + ".gateway.jobs.upload.host.QueueBackpressure")
        .and()
        .doNotHaveFullyQualifiedName(root + ".gateway.jobs.host.QueueDepths")
        .and()
        .doNotHaveFullyQualifiedName(root + ".common.broker.QueueRoom")
        .and()
        .resideOutsideOfPackages(root + ".simulation..", root + ".testkit..")
        .should()
        .callMethodWhere(
            target(
                DescribedPredicate.describe(
                    "queue depth",
                    method ->
                        method.getName().matches("messageCount|getMessageCount|backlog")
                            || method
                                .getFullName()
                                .matches(".*\\.Transport\\.(whenShort|waiting)\\(.*"))))
        .because(
            "the depth of a queue is stale after a restart of the broker (fault B12): it may slow"
                + " uploads and outputs down, is shown to people, and decides nothing")
        .allowEmptyShould(true);
  }

  private ArchRule stepsOnlyReturn() {
    return noClasses()
        .that()
        .resideOutsideOfPackage(root + ".common.workflow..")
        .and(
            DescribedPredicate.describe(
                "have steps",
                each ->
                    each.getDirectDependenciesFromSelf().stream()
                        .anyMatch(use -> isOfWorkflow(use.getTargetClass(), "StepContext"))))
        .should()
        .dependOnClassesThat(
            DescribedPredicate.describe(
                "move an execution",
                each -> isOfWorkflow(each, "Engine|State|EventLog|Execution|Decision|.*Host")))
        .because("the engine alone goes from node to node: a step can only return an outcome")
        .allowEmptyShould(true);
  }

  private boolean isOfWorkflow(JavaClass each, String names) {
    return each.getPackageName().equals(root + ".common.workflow")
        && each.getSimpleName().matches(names);
  }

  private ArchRule aJobsStateIsTheFoldOfItsLog() {
    return noClasses()
        .that()
        .resideInAPackage(packages("gateway"))
        .should()
        .setFieldWhere(
            DescribedPredicate.describe(
                "job's state",
                set ->
                    set.getTarget().getRawType().getSimpleName().equals("JobState")
                        && !set.getOrigin().getName().matches("<init>|<clinit>|apply")))
        .because("a job's state follows from the events in its log, and from nothing else")
        .allowEmptyShould(true);
  }

  /** Decisions and values: all of the stages but their mains, and the core but its host. */
  private DescribedPredicate<JavaClass> arePure() {
    return resideInAnyPackage(
            root + ".common.message..",
            root + ".common.query..",
            root + ".common.kernel..",
            root + ".common.barrier..",
            root + ".common.pipeline..",
            root + ".common.partition..",
            root + ".gateway.jobs.upload..",
            root + ".aggregator..",
            root + ".maximizer..",
            root + ".joiner..")
        .and(DescribedPredicate.not(resideInAPackage("..host..")))
        .and(DescribedPredicate.not(simpleNameEndingWith("Host")))
        .and(DescribedPredicate.not(simpleName("Main")))
        .as("are pure");
  }

  private String packages(String subproject) {
    return root + "." + subproject + "..";
  }

  /** The subproject's classes are all in its package, so that the package tells the subproject. */
  ArchRule residence(String subproject) {
    return classes().should().resideInAPackage(packages(subproject)).allowEmptyShould(true);
  }
}
