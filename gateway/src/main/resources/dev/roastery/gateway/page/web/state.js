// The state of a job as a word with its colour.
import { attribute, h, text } from '/web/dom.js';
import { stateWords } from '/web/format.js';

const KINDS = {
  COMPLETED: 'good', FAILED: 'bad', FAILING: 'bad', EXPIRED: 'bad', CANCELLED: 'idle', CANCELLING: 'idle',
  EXPIRING: 'bad', WAITING_FOR_APPROVAL: 'warn', CREATED: 'idle',
};

export function stateMark() {
  const node = h('span', { class: 'mark' });
  return {
    node,
    update(state) {
      text(node, stateWords(state));
      attribute(node, 'data-kind', KINDS[state] ?? 'busy');
    },
  };
}
