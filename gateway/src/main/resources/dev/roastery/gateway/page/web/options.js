// How a job treats rows that cannot be read, and who has a say before it runs.
import { h, hide, text, uid } from '/web/dom.js';
import { digits } from '/web/format.js';

const STANDARD = '1%';
const mostOf = (max) => (max.endsWith('%') ? `${max.slice(0, -1)} %` : `${digits(max)} ${max === '1' ? 'row' : 'rows'}`);

export function jobOptions() {
  const skip = h('input', { type: 'checkbox', id: uid('skip') });
  const approval = h('input', { type: 'checkbox', id: uid('approval') });
  const most = h('span');
  const notified = h('p', { class: 'quiet', hidden: true });
  let earlier = {};
  const view = {
    node: h('div', { class: 'row options' },
      h('label', { for: skip.id, class: 'row' }, skip, most),
      h('label', { for: approval.id, class: 'row' }, approval, 'Wait for approval'), notified),
    /** Sets all as a request of an earlier job has it; without one, as usual. */
    set(request = {}) {
      earlier = request;
      skip.checked = request.badRows === 'skip';
      approval.checked = request.approval === true;
      text(most, `Skip rows that cannot be read (at most ${mostOf(String(request.maxBadRows ?? STANDARD))})`);
      text(notified, request.webhook ? `Its end is told to ${request.webhook}` : '');
      hide(notified, !request.webhook);
    },
    /** As a request has them; what the earlier one did not have is left out. */
    values: () => ({ badRows: skip.checked ? 'skip' : 'refuse', approval: approval.checked, maxBadRows: earlier.maxBadRows, webhook: earlier.webhook }),
  };
  view.set();
  return view;
}
