// One job, from its first byte to its results. What is known of it is asked in one place, once in each round.
import { get, jobPath, post, remove } from '/web/api.js';
import { repeat, steadily } from '/web/connection.js';
import { ask, confirm, say } from '/web/dialog.js';
import { attribute, h, hide, text } from '/web/dom.js';
import { eventsPanel } from '/web/events.js';
import { filesPanel } from '/web/files.js';
import { flowPanel } from '/web/flow.js';
import { bytes, clock, count, duration, errorSentence, isOver, moment, shortId, since, titleOf, took } from '/web/format.js';
import { progressBar } from '/web/progress.js';
import { resultsPanel } from '/web/results.js';
import { resumePanel } from '/web/resume.js';
import { downloadLink } from '/web/save.js';
import { stateMark } from '/web/state.js';
import { takeovers } from '/web/takeovers.js';
import { timelinePanel } from '/web/timeline.js';
import { uploadError, uploadOf } from '/web/upload.js';

const BUSY_MILLIS = 700;
const QUIET_MILLIS = 4000;
const PROFILE_MILLIS = 3000;
const NEWEST_EVENTS = 100;
const TABS = [['results', 'Results'], ['watch', 'Watch'], ['events', 'Events'], ['files', 'Files']];

export async function jobScreen(main, signal, id, part) {
  let chosen = part;
  let known;
  let profiled = { at: -Infinity };
  const panels = {
    results: resultsPanel(id, signal), watch: watchPanel(), events: eventsPanel(id, signal), files: filesPanel(id, signal),
  };
  const head = header(id, act);
  const progress = progressBar();
  const resuming = resumePanel(id, signal);
  const tabs = h('nav', { class: 'tabs', 'aria-label': 'Parts of this page' },
    TABS.map(([name, title]) => h('a', { href: `#job/${id}/${name}`, 'data-tab': name }, title)));
  main.append(head.node, resuming.node, progress.node, tabs, ...Object.values(panels).map((panel) => panel.node));
  main.addEventListener('part', (event) => {
    chosen = event.detail[1];
    if (known) draw();
    wake();
  }, { signal });
  const wake = () => main.dispatchEvent(new Event('wake'));

  const tab = () => (panels[chosen] ? chosen : known.job.state === 'COMPLETED' ? 'results' : ['FAILED', 'CANCELLED', 'EXPIRED'].includes(known.job.state)
    ? 'events' : 'watch');

  async function look() {
    const path = jobPath(id);
    const job = await get(`${path}?parts=none`, signal);
    const isWatched = known === undefined || tab() === 'watch';
    const [events, workers] = await Promise.all([
      get(`${path}/events?limit=${NEWEST_EVENTS}`, signal),
      isWatched ? get('/v1/workers', signal) : known.workers,
    ]);
    const moved = events.events.findLast((event) => event.kind === 'partition_moved')?.seq;
    const profile = isWatched ? await profileOf(path, `${job.state} ${moved}`) : known.profile;
    known = { job, events: events.events, workers, profile };
    draw();
    main.setAttribute('aria-busy', 'false');
    return isOver(job.state) ? QUIET_MILLIS : BUSY_MILLIS;
  }

  /** A profile of many files is long: it is asked for less often, and after another state or a takeover. */
  async function profileOf(path, course) {
    const isFresh = performance.now() - profiled.at < PROFILE_MILLIS && profiled.course === course;
    if (!isFresh) profiled = { at: performance.now(), course, profile: await get(`${path}/profile`, signal) };
    return profiled.profile;
  }

  function draw() {
    const shown = tab();
    document.title = `${titleOf(known.job)} · Roastery`;
    for (const link of tabs.children) attribute(link, 'aria-current', link.dataset.tab === shown ? 'page' : undefined);
    for (const [name, panel] of Object.entries(panels)) {
      hide(panel.node, name !== shown);
      if (name === shown) panel.update(known);
    }
    head.update(known.job);
    progress.update(known.job);
    resuming.update(known.job);
  }

  async function act(name) {
    const { job } = known;
    try {
      await ACTIONS[name](job);
      if (name === 'delete') {
        location.hash = '#jobs';
        return;
      }
    } catch (error) {
      say(errorSentence(error));
    }
    wake();
  }

  await repeat(signal, look, main);
}

const ACTIONS = {
  cancel: async (job) => {
    const sure = await confirm('Cancel this job?', 'Its rows are deleted everywhere, and it has no results.', 'Cancel the job', { bad: true, cancel: 'Keep it' });
    if (!sure) return;
    uploadOf(job.id)?.stop();
    await post(`${jobPath(job.id)}/cancel`);
  },
  delete: async (job) => {
    const sure = await confirm('Delete this job?', 'Its results are deleted, too. This cannot be undone.', 'Delete the job', { bad: true, cancel: 'Keep it' });
    if (sure) await steadily(undefined, () => remove(jobPath(job.id)));
    else throw new Error('The job was kept');
  },
  approve: (job) => post(`${jobPath(job.id)}/approve`),
  reject: async (job) => {
    const reason = await ask('Reject this job?', 'Why it is rejected', 'Reject the job', { bad: true });
    if (reason) await post(`${jobPath(job.id)}/reject`, { reason });
  },
};

function header(id, act) {
  const title = h('h1');
  const state = stateMark();
  const facts = h('p', { class: 'quiet facts' });
  const code = h('code', { title: id }, shortId(id));
  const words = h('span');
  facts.append(code, words);
  const reason = h('p', { class: 'reason', hidden: true });
  const skipped = h('span');
  const rejected = h('p', { class: 'reason', 'data-kind': 'warn', hidden: true }, skipped,
    downloadLink(`${jobPath(id)}/rejects`, 'rejects.csv', 'Download the skipped rows'));
  const button = (name, label, kind = '') => h('button', { type: 'button', class: kind, hidden: true, onclick: () => act(name) }, label);
  const buttons = {
    approve: button('approve', 'Approve', 'primary'), reject: button('reject', 'Reject'), cancel: button('cancel', 'Cancel'),
    delete: button('delete', 'Delete'),
  };
  const again = h('a', { class: 'button', href: `#new/like/${id}`, hidden: true }, 'Run again');
  return {
    node: h('section', { 'aria-label': 'Status' },
      h('div', { class: 'head' }, h('div', { class: 'row' }, title, state.node), h('div', { class: 'row' }, buttons.approve, buttons.reject, buttons.cancel, again, buttons.delete)),
      facts, reason, rejected),
    update(job) {
      text(title, titleOf(job));
      state.update(job.state);
      attribute(facts, 'title', moment(job.created));
      text(words, [`created ${since(job.created)}`, `${isOver(job.state) ? 'took' : 'for'} ${duration(took(job))}`,
        count(job.rows ?? 0, 'row'), bytes(job.bytes ?? 0), count(job.partsTotal ?? 0, 'file'),
        job.attempt > 1 ? `attempt ${job.attempt}` : null].filter(Boolean).map((each) => ` · ${each}`).join(''));
      const mistake = uploadError(id);
      const why = job.reason ?? (mistake && !isOver(job.state) ? errorSentence(mistake) : undefined);
      text(reason, why ?? '');
      attribute(reason, 'data-kind', ['CANCELLED', 'CANCELLING'].includes(job.state) ? 'idle' : 'bad');
      hide(reason, !why);
      text(skipped, `${count(job.rejected ?? 0, 'row')} could not be read. `);
      hide(rejected, !(job.rejected > 0));
      const over = isOver(job.state);
      hide(buttons.approve, job.state !== 'WAITING_FOR_APPROVAL');
      hide(buttons.reject, job.state !== 'WAITING_FOR_APPROVAL');
      hide(buttons.cancel, over || ['CANCELLING', 'FAILING', 'EXPIRING'].includes(job.state));
      hide(buttons.delete, !over);
      hide(again, !over);
    },
  };
}

function watchPanel() {
  const losses = takeovers();
  const flow = flowPanel();
  const timeline = timelinePanel();
  const list = h('ul', { class: 'takeovers', 'aria-live': 'polite', 'aria-label': 'Takeovers' });
  const stalled = h('ul', { class: 'mistakes', hidden: true });
  return {
    node: h('section', { 'aria-label': 'Watch', hidden: true }, flow.node, stalled, list, timeline.node),
    update(known) {
      const moves = losses.update(known);
      flow.update(known, moves);
      const waits = known.job.progress.stages.flatMap((stage) => stage.stalled ?? []);
      stalled.replaceChildren(...waits.map((each) => h('li', {}, errorSentence(each))));
      hide(stalled, waits.length === 0 || isOver(known.job.state));
      const recent = known.events.filter((event) => event.kind === 'partition_moved').slice(-5).reverse();
      if (recent.map((each) => each.seq).join() !== list.dataset.shown) {
        list.dataset.shown = recent.map((each) => each.seq).join();
        const names = new Map(known.workers.workers.map((each) => [each.node, each.name ?? each.node]));
        const told = (event) => [event.from, event.to].reduce((words, node) => words.replace(node, names.get(node) ?? node), event.text);
        list.replaceChildren(...recent.map((event) => h('li', {}, h('time', { datetime: event.at }, clock(event.at)), told(event))));
      }
      timeline.update(known.profile);
    },
  };
}
