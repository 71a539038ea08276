// How far a job is, in bytes and rows, how fast, and how long it still takes.
import { attribute, h, hide, style, text } from '/web/dom.js';
import { bytes, count, duration, isOver, short } from '/web/format.js';
import { Rates } from '/web/rates.js';
import { uploadOf } from '/web/upload.js';

const DOING = {
  CREATED: 'Waiting for files', UPLOADING: 'Receiving files', WAITING_FOR_APPROVAL: 'All files are here. A person must approve the job',
  RUNNING: 'Computing the results', NOTIFYING: 'Telling the receiver', CANCELLING: 'Cancelling', FAILING: 'Ending', EXPIRING: 'Ending',
};

export function progressBar() {
  const rates = new Rates();
  const doing = h('b');
  const percent = h('span', { class: 'percent' });
  const bar = h('div', { class: 'fill' });
  const track = h('div', { class: 'track', role: 'progressbar', 'aria-label': 'Progress of the job', 'aria-valuemin': '0', 'aria-valuemax': '100' }, bar);
  const facts = h('p', { class: 'quiet' });
  return {
    node: h('section', { class: 'card progress', 'aria-label': 'Progress' }, h('div', { class: 'row' }, doing, h('span', { class: 'grow' }), percent), track, facts),
    update(job) {
      hide(this.node, isOver(job.state));
      if (isOver(job.state)) return;
      const rate = rates.of('bytes', job.bytes ?? 0);
      const rows = rates.of('rows', job.rows ?? 0);
      const share = job.progress.percent;
      text(doing, DOING[job.state] ?? job.state);
      text(percent, `${share} %`);
      style(bar, 'width', `${share}%`);
      attribute(track, 'aria-valuenow', share);
      const rest = (job.expectedBytes ?? 0) - (job.bytes ?? 0);
      const isComing = job.state === 'UPLOADING' && rate > 0;
      const upload = uploadOf(job.id);
      text(facts, [
        job.expectedBytes ? `${bytes(job.bytes)} of ${bytes(job.expectedBytes)}` : bytes(job.bytes ?? 0),
        count(job.rows ?? 0, 'row'),
        upload ? `${upload.filesSent} of ${count(upload.entries.length, 'file')} sent` : `${job.partsComplete ?? 0} of ${count(job.partsTotal ?? 0, 'file')}`,
        isComing ? `${bytes(rate)}/s` : null, isComing && rows > 0 ? `${short(rows)} rows/s` : null,
        isComing && rest > 0 ? `about ${duration(Math.max(1000, Math.ceil(rest / rate) * 1000)).replace('.0', '')} left` : null,
      ].filter(Boolean).join(' · '));
    },
  };
}
