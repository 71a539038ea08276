package dev.roastery.cli.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.spi.ContextAwareBase;

/**
 * Sets logback up, which finds this class as a service. Logs go to standard error, for standard
 * output is for results. It is code because a document in XML takes a fifth of the time in which a
 * short command starts. A document that {@code logback.configurationFile} names goes before it.
 */
public final class LogConfigurator extends ContextAwareBase implements Configurator {

  private static final String TIME = "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX}";
  private static final String REST = "%replace(%X{job}){'(.+)', 'job $1: '}%msg%n";
  private static final String PLAIN = TIME + " %-5level [%thread] %logger{0}: " + REST;
  private static final String COLOUR =
      "%gray(" + TIME + ") %highlight(%-5level) %gray([%thread]) %cyan(%logger{0}): " + REST;

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    if (System.getProperty("logback.configurationFile") != null) {
      return ExecutionStatus.INVOKE_NEXT_IF_ANY;
    }
    ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
    console.setContext(context);
    console.setTarget("System.err");
    console.setEncoder(encoder(context));
    console.start();
    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.setLevel(level());
    root.addAppender(console);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  /** LogLevel says which values are right, and sets the properties. */
  private static Level level() {
    String chosen = System.getenv("ROASTERY_LOG");
    String usual = System.getProperty("roastery.log.level", "info");
    return Level.toLevel(chosen == null || chosen.isEmpty() ? usual : chosen);
  }

  private static Encoder<ILoggingEvent> encoder(LoggerContext context) {
    if (System.getProperty("roastery.log.format", "text").equals("json")) {
      JsonLines lines = new JsonLines();
      lines.setContext(context);
      lines.start();
      return lines;
    }
    PatternLayoutEncoder text = new PatternLayoutEncoder();
    text.setContext(context);
    // ./roastery chooses colours when standard error is a terminal and NO_COLOR is not set.
    boolean colour = System.getProperty("roastery.log.style", "plain").equals("colour");
    text.setPattern(colour ? COLOUR : PLAIN);
    text.start();
    return text;
  }
}
