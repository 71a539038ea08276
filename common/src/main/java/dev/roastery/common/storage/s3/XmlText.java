package dev.roastery.common.storage.s3;

import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The texts of an XML document, which has neither a DTD nor entities of its own. */
final class XmlText {

  private static final int DEPTH_MAX = 20;

  /**
   * An element that has no other.
   *
   * @param path its name with those of the elements around it, as in {@code Error/Code}
   */
  record Element(String path, String text) {}

  private XmlText() {}

  static List<Element> elements(InputStream document) throws XMLStreamException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    XMLStreamReader reader = factory.createXMLStreamReader(document);
    try {
      return elements(reader);
    } finally {
      reader.close();
    }
  }

  private static List<Element> elements(XMLStreamReader reader) throws XMLStreamException {
    List<Element> all = new ArrayList<>();
    Deque<String> path = new ArrayDeque<>();
    StringBuilder text = new StringBuilder();
    boolean isLeaf = false;
    while (reader.hasNext()) {
      switch (reader.next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          if (path.size() == DEPTH_MAX) {
            throw new XMLStreamException("it nests too deeply");
          }
          path.addLast(reader.getLocalName());
          text.setLength(0);
          isLeaf = true;
        }
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA ->
            text.append(reader.getText());
        case XMLStreamConstants.END_ELEMENT -> {
          if (isLeaf) {
            all.add(new Element(String.join("/", path), text.toString()));
          }
          path.removeLast();
          isLeaf = false;
        }
        case XMLStreamConstants.DTD -> throw new XMLStreamException("it has a DTD");
        default -> {
          // Comments and the like say nothing.
        }
      }
    }
    return all;
  }

  /** The text of the first element at that path, or nothing. */
  static String first(List<Element> elements, String path) {
    return elements.stream()
        .filter(element -> element.path().equals(path))
        .map(Element::text)
        .findFirst()
        .orElse("");
  }
}
