import type { Output } from '../../src/contract/define'
import type { EngineCommands } from '../../src/contract/engine'
import type { PairWindow } from '../../src/domain/value-mapping'
import { failWith } from '../../src/contract/errors'
import type { PairFilter, PairOrder, PairRow, PairTotals } from '../../src/contract/project'
import type { HistoryEntry, OpenPair } from '../../src/contract/pairs'
import { rankedCaptions, unrejectedRegions } from '../../src/domain/review'
import { appendEdit, decidePair, openPair, undoOrRedo } from './made-pairs'
import type { MemoryPairs, MadePair } from './made-pairs'
import type { MadeHandlers } from './made-engine'
import { countsOf, madeQueue } from './made-project'
import { madeGroups, madeSequences } from './made-sequences'
import type { NameList } from '../../src/contract/names'
import { UNNAMED } from '../../src/domain/document'
import type { PairDocument, RegionName } from '../../src/domain/document'
import { message } from '../../src/messages/message'

/** The pairs of a made project as the engine's store keeps them. Edits stay. */
export interface MadeStore {
  /** As it is stored now. */
  open(pairId: number): OpenPair
  handlers: MadeHandlers
}

export function makeStore(pairs: readonly MadePair[]): MadeStore {
  const byId = new Map(pairs.map((made) => [made.pair.id, made]))
  const windows = new Map<number, PairWindow | null>()
  const kept: MemoryPairs = {
    documents: new Map(pairs.map(({ pair, base }) => [pair.id, base])),
    events: new Map(),
  }

  function madeOf(pairId: number): MadePair {
    const made = byId.get(pairId)
    if (made === undefined) {
      throw failWith('not-found', `There is no pair ${pairId}.`)
    }
    return made
  }

  function open(pairId: number): OpenPair {
    const { pair, proposals } = madeOf(pairId)
    const [proposal = null] = proposals
    const shown = { ...pair, window: windows.get(pairId) ?? pair.window }
    return { ...openPair(kept, pairId), pair: shown, proposal, baseProposalId: proposal?.id ?? null }
  }

  return {
    open,
    handlers: {
      'pairs.find': ({ filter, order }) => foundAs(pairs, open, filter, order),
      'pairs.rows': ({ ids }) => ids.map((id) => rowOf(open(id))),
      'pairs.get': ({ pairId }) => open(pairId),
      'pairs.setWindow': ({ pairId, window }) => windows.set(pairId, window) && null,
      'pairs.edit': (edit) => appendEdit(kept, { ...edit, kind: 'edit' }),
      'pairs.undo': (asked) => undoOrRedo(kept, 'undo', asked),
      'pairs.redo': (asked) => undoOrRedo(kept, 'redo', asked),
      'pairs.decide': (asked) => decidePair(kept, asked, madeOf(asked.pairId).base),
      'pairs.georeference': () => null,
      'scans.get': () => null,
      'pairs.history': ({ pairId }) => historyOf(kept, pairId),
      'pairs.totals': ({ states }) =>
        totalsOf(
          pairs
            .map(({ pair }) => open(pair.id))
            .filter(({ document }) => states.includes(document.review.state)),
        ),
      'proposals.list': ({ pairId }) => madeOf(pairId).proposals,
      'proposals.compare': ({ pairId }) =>
        madeOf(pairId).proposals.map(({ id }) => ({ proposalId: id, iou: 0.5, caption: `caption of ${id}` })),
      'proposals.proposers': () => [{ proposer: 'ccrc-base', pairCount: pairs.length }],
      'sequences.list': () => madeSequences(pairs.map(({ pair }) => open(pair.id))),
      'categories.list': () => ['building', 'road', 'tree'],
      'categories.counts': () => categoryCounts(pairs.map(({ pair }) => open(pair.id).document)),
    },
  }
}

function totalsOf(open: readonly OpenPair[]): PairTotals {
  const documents = open.map(({ document }) => document)
  return {
    pairCount: documents.length,
    regionCount: documents.reduce((sum, { regions }) => sum + regions.length, 0),
    captionCount: documents.reduce((sum, { captions }) => sum + captions.length, 0),
  }
}

/** The list of the queue. */
function foundAs(
  pairs: readonly MadePair[],
  open: (pairId: number) => OpenPair,
  filter: PairFilter,
  order: PairOrder,
): Output<EngineCommands, 'pairs.find'> {
  const all = pairs.map(({ pair }) => open(pair.id))
  return {
    ids: found(all, filter, order),
    counts: countsIn(all),
    groups: order === 'sequence' ? madeGroups(all, filter) : [],
    hasAgreement: pairs.some(({ proposals }) => proposals.some(({ agreement }) => agreement !== null)),
  }
}

/** Ids of those that fit, in order. */
function found(open: readonly OpenPair[], filter: PairFilter, order: PairOrder): number[] {
  const fitting = open.filter((each) => {
    const { state, key, caption, problem } = rowOf(each)
    return (
      (filter.states?.includes(state) ?? true) &&
      `${key} ${caption ?? ''}`.toLowerCase().includes(filter.search.toLowerCase()) &&
      (filter.hasProblem === null || filter.hasProblem === (problem !== null)) &&
      (filter.sequence == null || filter.sequence === each.pair.sequence?.name) &&
      (filter.category == null || namesIn(each.document).has(filter.category))
    )
  })
  return fitting.toSorted(comparing[order]).map(({ pair }) => pair.id)
}

function historyOf({ events }: MemoryPairs, pairId: number): HistoryEntry[] {
  return (events.get(pairId) ?? []).map(({ eventId, kind, label }, index) => ({
    eventId,
    kind,
    label,
    actor: '',
    at: Date.now() - 1000 + index,
    isUndone: false,
  }))
}

function rowOf({ pair, document, version, proposal }: OpenPair): PairRow {
  const { id, key, split, width, height, problem, window, sequence } = pair
  return {
    window,
    sequence,
    id,
    key,
    split,
    width,
    height,
    problem,
    version,
    state: document.review.state,
    regionCount: document.regions.filter(({ status }) => status !== 'rejected').length,
    caption: rankedCaptions(document)[0]?.text ?? null,
    score: proposal?.score ?? null,
    expectedIou: proposal?.expectedIou ?? null,
    agreement: proposal?.agreement?.score ?? null,
  }
}

type Comparison = (a: OpenPair, b: OpenPair) => number

function by(measure: (row: PairRow) => number): Comparison {
  return (a, b) => measure(rowOf(a)) - measure(rowOf(b))
}

const comparing: Record<PairOrder, Comparison> = {
  key: () => 0,
  'score-descending': by(({ score }) => -(score ?? 0)),
  'score-ascending': by(({ score }) => score ?? 0),
  uncertainty: by(({ expectedIou, score }) => expectedIou ?? 2 * Math.abs((score ?? 0) - 0.5)),
  disagreement: by(({ agreement }) => agreement ?? 2),
  'proposer-score-descending': by(({ score }) => -(score ?? 0)),
  'proposer-score-ascending': by(({ score }) => score ?? 0),
  'proposer-distance': () => 0,
  'review-disagreement': () => 0,
  diverse: () => 0,
  similarity: () => 0,
  // made pairs of sequences are given in this order
  sequence: () => 0,
  name: (a, b) => firstName(a.document).localeCompare(firstName(b.document)),
}

export function countsIn(open: readonly OpenPair[]): ReturnType<typeof countsOf> {
  const counts = countsOf()
  for (const { document } of open) {
    counts[document.review.state] += 1
  }
  return counts
}

/** Name of a region: a car that came, seen in the after image. */
export function madeName(change: Partial<RegionName> = {}): RegionName {
  return {
    word: 'car',
    score: 0.62,
    kind: 'appeared',
    seen: { frame: 'after', box: { x: 10, y: 6, width: 12, height: 12 } },
    why: message('seen.alone', { name: 'car', score: 0.62, frame: 'after', percent: 90 }),
    others: [
      { word: 'truck', score: 0.41 },
      { word: 'bus', score: 0.12 },
    ],
    ...change,
  }
}

function namesIn(document: PairDocument): Set<string> {
  return new Set(unrejectedRegions(document).map(({ category }) => category))
}

/** Sorts after all others if no region has a name. */
function firstName(document: PairDocument): string {
  return [...namesIn(document)].filter((name) => name !== UNNAMED).sort()[0] ?? '\uffff'
}

function categoryCounts(documents: readonly PairDocument[]): { category: string; pairCount: number }[] {
  const names = documents.map(namesIn)
  return [...new Set(names.flatMap((set) => [...set]))]
    .map((category) => ({ category, pairCount: names.filter((set) => set.has(category)).length }))
    .sort((a, b) => b.pairCount - a.pairCount)
}

export function madeNameList(change: Partial<NameList> = {}): NameList {
  return {
    unavailable: null,
    kinds: ['person', 'bicycle', 'car', 'truck', 'boat', 'dining table'].map((kind) => ({
      kind,
      word: kind,
    })),
    taught: [
      { word: 'crane', count: 7, isUsed: true },
      { word: 'shed', count: 2, isUsed: false },
    ],
    ...change,
  }
}

/** Words that are set stay set; forgotten names are gone. */
export function nameHandlers(): MadeHandlers {
  let present = madeNameList()
  return {
    'names.list': () => present,
    'names.setWords': ({ words }) => {
      const kinds = present.kinds.map(({ kind }) => ({
        kind,
        word: Object.hasOwn(words, kind) ? words[kind] : kind,
      }))
      present = { ...present, kinds }
      return present
    },
    'names.forget': ({ word }) => {
      present = { ...present, taught: present.taught.filter((each) => each.word !== word) }
      return present
    },
    'names.renew': () => madeQueue({ isRunning: true, done: 0, total: 3 }),
  }
}
