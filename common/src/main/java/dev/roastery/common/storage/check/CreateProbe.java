package dev.roastery.common.storage.check;

import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.StoreException;

/** One after the other. */
record CreateProbe() implements StoreProbe {

  @Override
  public String claim() {
    return "a new object is read at once, and a second create of its name is refused";
  }

  @Override
  public void run(TestGround ground) throws StoreException {
    ObjectName name = ground.name("create");
    byte[] first = ground.bytes("first");
    if (ground.store().get(name).isPresent()) {
      throw new UnfitStore("an object was read that nobody has created");
    }
    ground.make(name, first);
    ground.requireBytes(name, first, "an object that was created could not be read at once");
    ground.requireRefused(name, ground.bytes("second"));
    ground.requireBytes(name, first, "a create that was refused has changed the object");
    ground.store().delete(name);
    if (ground.store().get(name).isPresent()) {
      throw new UnfitStore("an object that was deleted is still read");
    }
  }
}
