package dev.roastery.cli.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.EvaluationResult;
import dev.roastery.cli.Repository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The architecture holds in the main classes of every subproject, and its rules can fail. */
class ArchitectureTest {

  private static final String PLANTED = "dev.roastery.cli.architecture.planted";
  private static final List<String> PLANTED_FAILURES = plantedFailures();

  @TestFactory
  Stream<DynamicTest> theMainClassesKeep() {
    JavaClasses classes = new ClassFileImporter().importPaths(folders());
    return new Architecture("dev.roastery")
        .rules().stream()
            .map(rule -> DynamicTest.dynamicTest(rule.getDescription(), () -> rule.check(classes)));
  }

  @TestFactory
  Stream<DynamicTest> everySubprojectHasAPlaceAndKeepsToItsPackage() {
    return Repository.subprojects().stream()
        .map(subproject ->
            DynamicTest.dynamicTest(
                subproject,
                () -> {
                  assertThat(Architecture.MAY_USE).containsKey(subproject);
                  new Architecture("dev.roastery")
                      .residence(subproject)
                      .check(new ClassFileImporter().importPath(mainClasses(subproject)));
                }));
  }

  @ParameterizedTest
  @CsvSource({
    "PointsBack, common.PointsBack",
    "ReachesAcross, joiner.ReachesAcross",
    "UsesTestkit, aggregator.UsesTestkit",
    "ReadsTheClock, nanoTime",
    "DrawsAnId, randomUUID",
    "OpensAFile, java.nio.file",
    "StartsAThread, java.lang.Thread",
    "Left, Cycle",
    "CountsMessages, messageCount",
    "StepsOutOfLine, common.workflow.Engine",
    "SetsAState, SetsAState.state",
    "LooksAtTheWall, systemUTC",
    "ReadsTheGatewaysMind, gateway.Jobs",
  })
  void aPlantedViolationIsNamed(String planted, String evidence) {
    assertThat(PLANTED_FAILURES)
        .anySatisfy(failure -> assertThat(failure).contains(planted).contains(evidence));
  }

  @Test
  void whatIsAllowedIsNotNamed() {
    assertThat(PLANTED_FAILURES).noneSatisfy(failure -> assertThat(failure).contains("Innocent"));
  }

  private static List<String> plantedFailures() {
    JavaClasses classes = new ClassFileImporter().importPackages(PLANTED);
    return new Architecture(PLANTED)
        .rules().stream()
            .map(rule -> rule.evaluate(classes))
            .map(EvaluationResult::getFailureReport)
            .flatMap(report -> report.getDetails().stream())
            .toList();
  }

  private static Collection<Path> folders() {
    return Repository.subprojects().stream()
        .map(ArchitectureTest::mainClasses)
        .filter(Files::isDirectory)
        .toList();
  }

  private static Path mainClasses(String subproject) {
    return Repository.ROOT.resolve(subproject).resolve("build/classes/java/main");
  }
}
