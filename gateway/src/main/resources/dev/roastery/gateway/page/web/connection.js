// The gateway may be restarted while the page is open: the page says so, and goes on by itself.
const FIRST_WAIT = 400;
const LONGEST_WAIT = 4000;
const banner = document.getElementById('banner');

function show(isLost) {
  if (banner.hidden === !isLost) return;
  banner.textContent = isLost ? 'Connection lost, trying again…' : '';
  banner.hidden = !isLost;
}

/** Waits; ends early when the signal is aborted, a hidden page is looked at again, or the waker gets the event "wake". */
export const pause = (millis, signal, waker) => new Promise((resume) => {
  const end = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
    waker?.removeEventListener('wake', end);
    document.removeEventListener('visibilitychange', seen);
    resume();
  };
  const seen = () => { if (!document.hidden) end(); };
  const timer = setTimeout(end, millis);
  signal?.addEventListener('abort', end);
  waker?.addEventListener('wake', end);
  document.addEventListener('visibilitychange', seen);
});

/** The value of a call, which is made again for as long as nobody answers. */
export async function steadily(signal, call) {
  for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
    try {
      const value = await call();
      show(false);
      return value;
    } catch (error) {
      if (signal?.aborted || !(error.isLost || error.status === 429)) {
        if (error.status) show(false);
        throw error;
      }
      if (error.isLost) show(true);
      await pause(wait, signal);
      if (signal?.aborted) throw error;
    }
  }
}

/** Repeats a step, less often while nobody looks, until the signal is aborted. It returns the pause after it. */
export async function repeat(signal, step, waker) {
  while (!signal.aborted) {
    const millis = await steadily(signal, step);
    if (signal.aborted) return;
    await pause(document.hidden ? Math.max(5000, 5 * millis) : millis, signal, waker);
  }
}
