import { counted, spellFixed, spellNumber } from '../spelling'
import type { PairOrder } from '../../../src/contract/project'
import type { Decision } from '../../../src/contract/pairs'

const decided: Record<Decision, string> = {
  accept: 'accepted',
  reject: 'rejected',
  flag: 'flagged',
  reopen: 'reopened',
}

const verbs: Record<Decision, string> = { accept: 'Accept', reject: 'Reject', flag: 'Flag', reopen: 'Reopen' }

function pairs(count: number): string {
  return counted(count, { one: 'pair', other: 'pairs' })
}

export const queue = {
  title: 'Queue',
  pairs: 'Pairs',
  tools: 'Filter and order',
  states: {
    unreviewed: 'Unreviewed',
    accepted: 'Accepted',
    corrected: 'Corrected',
    rejected: 'Rejected',
    flagged: 'Flagged',
  },
  progress: (reviewed: number, total: number) => `${spellNumber(reviewed)} of ${spellNumber(total)} reviewed`,
  found: (count: number, total: number) => `${spellNumber(count)} of ${pairs(total)}`,
  /** Of a list that leaves pairs out. */
  filtered: (parts: readonly string[]) => `Only a part of the pairs: ${parts.join(', ')}. Show all pairs`,
  all: 'All',
  filter: 'Filter by state',
  search: 'Search keys, captions, categories',
  searchShort: 'Search',
  clearSearch: 'Clear the search',
  problems: 'Problems',
  problemsExplain:
    'Only pairs whose files are missing, unreadable or do not fit together, or whose stored work is damaged',
  names: 'Filter by name',
  namesExplain: 'Only pairs in which something that changed has this name',
  allNames: 'All names',
  /** Of what changed, in place of the category that says so. */
  noName: 'no name',
  noSuchName: 'Nothing has such a name',
  clearName: 'Show all names',
  sequences: {
    filter: 'Filter by sequence',
    filterExplain: 'Only pairs of one place',
    all: 'All sequences',
    noSuch: 'No sequence has such a name',
    clear: 'Show all sequences',
    /** Above pairs of no sequence. */
    none: 'No sequence',
  },
  proposers: {
    title: 'Proposers',
    explain:
      'Only pairs with proposals of one proposer, or of two, by their scores and by how their masks overlap',
    chosen: (proposer: string, against: string | null) =>
      against === null ? proposer : `${proposer} and ${against}`,
    proposer: 'With a proposal by',
    all: 'Anybody or nobody',
    option: (title: string, count: number) => `${title}, ${pairs(count)}`,
    against: 'Compared with',
    nobody: 'Nobody',
    scores: (min: number, max: number) => `Score from ${spellFixed(min, 2)} to ${spellFixed(max, 2)}`,
    minScore: 'Lowest score',
    maxScore: 'Highest score',
    distance: (least: number) => `IoU of their masks at most ${spellFixed(1 - least, 2)}`,
    minDistance: 'Least difference of the masks',
  },
  order: 'Order',
  orders: {
    key: 'By file',
    'score-descending': 'Most changed first',
    'score-ascending': 'Least changed first',
    uncertainty: 'Least certain first',
    disagreement: 'Least agreement first',
    name: 'By name',
    'proposer-score-descending': 'Named proposer: most changed first',
    'proposer-score-ascending': 'Named proposer: least changed first',
    'proposer-distance': 'Named proposers: least alike first',
    'review-disagreement': 'Least alike reviews',
    diverse: 'Most different first',
    similarity: 'Most similar first',
    sequence: 'By sequence',
  } satisfies Record<PairOrder, string>,
  ordersExplain: {
    key: 'As they lie in the folder',
    'score-descending': 'The highest chance of a change first',
    'score-ascending': 'The lowest chance of a change first',
    uncertainty:
      'Where the masks are least likely to fit, as the model expects; without that, a change score near 0.5',
    disagreement:
      'Where caption and mask of the proposal contradict each other most; pairs whose proposer does not say come last',
    name: 'By the names of what changed, in alphabetical order; pairs where nothing has a name come last',
    'proposer-score-descending': 'The highest score of the proposer that is chosen under Proposers first',
    'proposer-score-ascending': 'The lowest score of the proposer that is chosen under Proposers first',
    'proposer-distance': 'Where the masks of the two that are chosen under Proposers overlap least',
    'review-disagreement':
      'Pairs that wait for adjudication: where blind reviews lie farthest apart first; all others come last',
    diverse: 'Each pair as different as can be from all before it; near-duplicates come late',
    similarity: 'By likeness to one pair, which "Similar pairs" chooses',
    sequence: 'Pairs of one place together, by date; pairs of no sequence come last',
  } satisfies Record<PairOrder, string>,
  layout: 'Layout',
  layouts: { list: 'List', sheet: 'Contact sheet', map: 'Map' },
  similar: {
    show: 'Similar pairs',
    like: (key: string) => `Like ${key}`,
    clear: 'Show the pairs as they lie in the folder',
    duplicateOf: (key: string) => `Near-duplicate of ${key}`,
  },
  map: {
    loading: 'Placing pairs…',
    none: 'No pair is on the map yet',
    noneInFilter: 'No pair of this filter is on the map',
    ready: (ready: number, total: number) => `Embeddings ready for ${spellNumber(ready)} of ${pairs(total)}.`,
    explain: 'An embedding describes a pair in numbers. The map puts pairs with similar ones side by side.',
    states: {
      off: 'Finding similar pairs is turned off in the settings.',
      waiting: 'Embeddings are made once nothing is proposed for any more.',
      running: 'Embeddings are being made. The map comes by itself.',
    },
    start: 'Make embeddings',
    toSettings: 'Go to Settings',
    tools: 'Map',
    coloring: 'Colour',
    colorings: { state: 'By state', score: 'By score', category: 'By name' },
    legendTitle: 'What the colours mean',
    legend: {
      noScore: 'no proposal',
      noName: 'no name',
      score: (score: number) => `score ${spellFixed(score, 1)}`,
    },
    lasso: 'Select with a lasso',
    lassoKeys: 'Shift and drag',
    zoomIn: 'Enlarge the map',
    zoomOut: 'Show more of the map',
    whole: 'Show the whole map',
    selectInView: 'Select what is shown',
    label: (count: number) => `Map of ${pairs(count)}`,
    help: 'Arrow keys move to the next pair in a direction, Space selects it, Enter opens it. "Select what is shown" selects all pairs in view.',
    cursor: (key: string, state: string, score: number | null, selected: number) =>
      [
        key,
        state,
        ...(score === null ? [] : [`change score ${spellFixed(score, 2)}`]),
        ...(selected === 0 ? [] : [`${pairs(selected)} selected`]),
      ].join(', '),
  },
  start: 'Review',
  stale: 'The list has changed',
  refresh: 'Refresh',
  columns: {
    pair: 'Pair',
    state: 'State',
    score: 'Score',
    expectedIou: 'Expected IoU',
    agreement: 'Agrees',
    regions: 'Regions',
    caption: 'First caption',
  },
  noProposal: 'No proposal yet',
  noCaption: 'No caption',
  score: (score: number) => spellFixed(score, 2),
  expectedIouLabel: (expectedIou: number) => `expected IoU ${spellFixed(expectedIou, 2)}`,
  agreementLabel: (agreement: number) => `agreement ${spellFixed(agreement, 2)}`,
  scoreLabel: (score: number) => `change score ${spellFixed(score, 2)}`,
  regions: (count: number) => counted(count, { one: 'region', other: 'regions' }),
  selected: (count: number) => `${pairs(count)} selected`,
  clearSelection: 'Clear the selection',
  accept: verbs.accept,
  reject: verbs.reject,
  reopen: verbs.reopen,
  deciding: (done: number, total: number) => `${spellNumber(done)} of ${spellNumber(total)}…`,
  decided: (count: number, decision: Decision) => `${pairs(count)} ${decided[decision]}.`,
  decidedOtherwise: (before: readonly string[]) => ` Until then: ${before.join(', ')}.`,
  decidedInPart: (count: number, total: number, decision: Decision) =>
    `The folder was closed: ${spellNumber(count)} of ${spellNumber(total)} pairs ${decided[decision]}, the rest were left as they are.`,
  stopped: (count: number, total: number, decision: Decision) =>
    `Stopped: ${spellNumber(count)} of ${spellNumber(total)} pairs ${decided[decision]}, the rest were left as they are.`,
  notInList: 'What you decided about is not in the list any more, so nothing was changed.',
  isDeciding: 'A decision for several pairs is still under way. Escape stops it.',
  bulk: 'Decision for several pairs',
  undo: (count: number, decision: Decision) => `Undo ${verbs[decision]} of ${pairs(count)}`,
  keepDecision: 'Do not offer to undo this',
  undone: (count: number, changed: number) =>
    [
      `Taken back for ${pairs(count)}.`,
      ...(changed === 0 ? [] : [`${pairs(changed)} changed since, and left so.`]),
    ].join(' '),
  undoFailed: (count: number, message: string) =>
    `It could not be taken back for ${pairs(count)}: ${message}`,
  decideFailed: (count: number, message: string) =>
    `${spellNumber(count)} of the selected pairs could not be decided: ${message}`,
  loading: 'Finding pairs…',
  empty: {
    title: 'No pair fits this filter',
    explain: 'Other states, another name or search, or pairs with problems may hold what you look for.',
    clear: 'Show all pairs',
    done: 'Every pair has been reviewed',
    doneExplain: 'The Dataset place exports them as training data.',
    toDataset: 'Go to Dataset',
  },
  noProject: {
    title: 'No folder is open',
    explain: 'Open a folder of image pairs to begin.',
    open: 'Open a folder',
  },
}
