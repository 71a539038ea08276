package dev.roastery.common.storage.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.Test;

/** What a store or anybody in between sends as XML is read, and makes this process read nothing. */
class XmlTextTest {

  private static List<XmlText.Element> elements(String document) throws XMLStreamException {
    return XmlText.elements(new ByteArrayInputStream(document.getBytes(UTF_8)));
  }

  @Test
  void theTextsOfElementsAreReadWithTheirPaths() throws XMLStreamException {
    assertThat(elements("<a xmlns='x'><b>1 &lt; 2</b> <c/> <d><b><![CDATA[<]]></b></d></a>"))
        .containsExactly(
            new XmlText.Element("a/b", "1 < 2"),
            new XmlText.Element("a/c", ""),
            new XmlText.Element("a/d/b", "<"));
  }

  @Test
  void aDtdIsRefused() {
    assertThatThrownBy(() ->
            elements("<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/hostname'>]><a><b>&e;</b></a>"))
        .isInstanceOf(XMLStreamException.class);
    assertThatThrownBy(() -> elements("<!DOCTYPE a><a/>")).isInstanceOf(XMLStreamException.class);
  }

  @Test
  void whatIsCutOffOrTooDeepIsRefused() {
    assertThatThrownBy(() -> elements("<a><b>")).isInstanceOf(XMLStreamException.class);
    assertThatThrownBy(() -> elements("")).isInstanceOf(XMLStreamException.class);
    assertThatThrownBy(() -> elements("<a>".repeat(99) + "</a>".repeat(99)))
        .isInstanceOf(XMLStreamException.class)
        .hasMessageContaining("too deeply");
  }
}
