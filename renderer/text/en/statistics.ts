import { counted, spellFixed, spellNumber } from '../spelling'

export const statistics = {
  title: 'Statistics',
  explain: 'How the work goes, and what the proposals were worth',
  waiting: 'Counting…',
  nothing: 'Nothing has been decided yet. Each pair that you accept, reject or flag counts here.',
  decided: 'Decided',
  of: (decided: number, pairs: number) => `${spellNumber(decided)} of ${spellNumber(pairs)}`,
  asProposed: 'Taken as proposed',
  asProposedNote: 'Of the pairs that began from a proposal',
  seconds: 'Time a pair',
  spelledSeconds: (seconds: number) => `${spellFixed(seconds, seconds < 10 ? 1 : 0)} s`,
  half: (lower: number, upper: number) =>
    `Median. Half of the pairs took ${spellFixed(lower, 1)} to ${spellFixed(upper, 1)} s.`,
  noTimes: 'All were decided many at once.',
  percent: (share: number) => `${spellNumber(share)} %`,
  none: '–',
  byDay: 'Pairs by day',
  byHour: 'Pairs by hour of the day',
  hour: (hour: number) => `${spellNumber(hour)}:00`,
  most: (count: number) => `At most ${counted(count, { one: 'pair', other: 'pairs' })}`,
  byProposer: 'By proposer',
  byReviewer: 'By reviewer',
  proposer: 'Proposer and version',
  reviewer: 'Reviewer',
  noName: 'No name',
  pairs: 'Pairs',
  iou: 'IoU kept (median)',
  characters: 'Caption characters changed (median)',
  counted:
    'The last decision of each pair counts, unless it was undone. Times count for pairs that were decided one by one. deltascribe statistics DIR --csv FILE writes every decision.',
  blind: (count: number) =>
    `${counted(count, { one: 'pair is', other: 'pairs are' })} reviewed blindly by several people. Neither those reviews nor their adjudication count here: see Blind reviews.`,
}
