// Which partitions have lost their worker, and which are back: a loss stays red until it has been told and seen.
const RED_MILLIS = 3000;
const NEW_MILLIS = 30_000;

export function takeovers() {
  const owners = new Map();
  const losses = new Map();
  const told = new Set();
  let isFirst = true;

  const lose = (partition, node, now) => {
    if (losses.get(partition)?.until === undefined || losses.get(partition).until < now) {
      losses.set(partition, { node, from: now, until: undefined });
    }
  };

  /**
   * By partition: `{ kind: 'lost' | 'back', from, millis, unseen }`, where millis is known once it was told,
   * unless it is one that the gateway has not seen, because it was away.
   */
  function update({ workers, events }) {
    const now = performance.now();
    const states = new Map((workers?.workers ?? []).map((each) => [each.node, each.state]));
    for (const { partition, owner } of workers?.partitions ?? []) {
      const before = owners.get(partition);
      if (before !== undefined && (!owner || states.get(owner) === 'lost') && !losses.has(partition)) lose(partition, before, now);
      if (owner && before !== undefined && before !== owner && !losses.has(partition)) lose(partition, before, now);
      if (owner && losses.has(partition)) losses.get(partition).until ??= Math.max(now, losses.get(partition).from + RED_MILLIS);
      if (owner) owners.set(partition, owner);
    }
    for (const event of events.filter((each) => each.kind === 'partition_moved')) {
      if (told.has(event.seq)) continue;
      told.add(event.seq);
      const isNew = !isFirst || Date.now() - Date.parse(event.at) < NEW_MILLIS;
      const loss = losses.get(event.partition) ?? { node: event.from, from: now };
      Object.assign(loss, { from: loss.from, told: event });
      loss.until = isNew ? Math.max(now, loss.from + RED_MILLIS) : now;
      losses.set(event.partition, loss);
    }
    isFirst = false;
    const shown = new Map();
    for (const [partition, loss] of losses) {
      const isRed = loss.until === undefined || now < loss.until;
      const event = loss.told;
      shown.set(partition, {
        kind: isRed ? 'lost' : 'back', from: event?.from ?? loss.node,
        millis: event?.millis === undefined ? undefined : Number(event.millis),
        unseen: event !== undefined && event.millis === undefined,
      });
    }
    return shown;
  }

  return { update };
}
