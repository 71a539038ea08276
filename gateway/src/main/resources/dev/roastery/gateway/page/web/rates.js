// How fast a number that only grows is growing: over the last seconds, so that it neither jumps nor lags.
const WINDOW_MILLIS = 5000;

export class Rates {
  #seen = new Map();

  /** Units each second, or undefined while nobody can know. */
  of(key, value, now = performance.now()) {
    const samples = this.#seen.get(key) ?? [];
    const last = samples.at(-1);
    if (last && value < last.value) samples.length = 0;
    samples.push({ value, now });
    while (samples.length > 2 && now - samples[1].now > WINDOW_MILLIS) samples.shift();
    this.#seen.set(key, samples);
    const first = samples[0];
    return now - first.now < 200 ? undefined : (1000 * (value - first.value)) / (now - first.now);
  }
}
