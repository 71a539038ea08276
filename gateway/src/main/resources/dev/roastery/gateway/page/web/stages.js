// The stages of the flow, in words that a user knows.
const WORDS = {
  gateway: ['read files', 'cuts your files into batches'],
  aggregator: ['filter & group', 'drops rows that no question wants, and adds up the others'],
  maximizer: ['rank, in part', 'adds up by key, and ranks within its share'],
  absolute: ['rank, over all', 'ranks what the shares have found'],
  joiner: ['look up', 'looks up names in other tables'],
  collector: ['collect', 'writes the results, each row once'],
};

/** What else a plan says, beside what the stages do. */
const STEPS = { reads: 'read', 'keeps rows where': 'keep rows', result: 'collect' };

export const stageOf = (partition) => partition.replace(/-\d+$/, '');
export const stageWords = (stage) => WORDS[stage]?.[0] ?? STEPS[stage] ?? stage ?? 'the job';
export const stageSentence = (stage) => WORDS[stage]?.[1] ?? '';
export const FLOW = Object.keys(WORDS);
