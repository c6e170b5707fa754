import type { ProposalSummary } from '../../src/contract/proposal'
import type { Caption, Link, PairDocument, Region } from '../../src/domain/document'
import type { Pair } from '../../src/domain/pair'
import { documentFrom, decisionDiff } from '../../src/domain/review'
import { encodeRle } from '../../src/mask/rle'
import type { Rle } from '../../src/mask/rle'
import { failWith } from '../../src/contract/errors'
import type { Decision, EditResult, OpenPair } from '../../src/contract/pairs'
import { applyDiff, reverseDiff } from '../../src/domain/diff'
import { undoState } from '../../src/domain/history'
import type { Diff } from '../../src/domain/diff'
import type { HistoryEvent } from '../../src/domain/history'
import { emptyDocument } from '../../src/domain/document'

/** Of the made pictures (build/made-pictures.ts). */
const size = { width: 64, height: 48 }

/** A pair with what was proposed for it, which is the document that it begins with. */
export interface MadePair {
  pair: Pair
  base: PairDocument
  /** Newest first; the document begins with the first. */
  proposals: ProposalSummary[]
}

/** A square of 8 pixels, in the row from the left that `place` says. */
export function madeMask(place: number): Rle {
  const { width, height } = size
  const data = new Uint8Array(width * height)
  for (let y = 8; y < 16; y += 1) {
    data.fill(1, y * width + place * 12, y * width + place * 12 + 8)
  }
  return encodeRle({ width, height, data })
}

export function madeRegion(number: number, change: Partial<Region> = {}): Region {
  return {
    id: `region-${number}`,
    category: 'building',
    status: 'proposed',
    mask: madeMask(number),
    beforeMask: null,
    source: { kind: 'proposal', proposalId: 1 },
    score: 0.9,
    ...change,
  }
}

export function madeCaption(text: string, change: Partial<Caption> = {}): Caption {
  return {
    id: `caption-of-${text.slice(0, 40)}`,
    text,
    rank: 0,
    source: { kind: 'proposal', proposalId: 1 },
    logProbability: -4,
    ...change,
  }
}

/** The words of a caption that are linked to a region. */
export function madeLink(caption: Caption, words: string, region: Region): Link {
  const start = caption.text.indexOf(words)
  return {
    id: `link-of-${words}`,
    captionId: caption.id,
    start,
    end: start + words.length,
    regionId: region.id,
  }
}

export function madeProposal(change: Partial<ProposalSummary> = {}): ProposalSummary {
  return {
    id: 1,
    pairId: 1,
    madeAt: Date.now(),
    proposer: 'ccrc-base',
    version: '14',
    provider: 'cpu',
    milliseconds: { decode: 20, total: 420 },
    score: 0.87,
    alignment: null,
    remarks: [],
    regionCount: 2,
    expectedIou: 0.74,
    agreement: { score: 0.81, remark: null },
    ...change,
  }
}

export function madePair(id: number, key: string, change: Partial<MadePair> = {}): MadePair {
  return {
    pair: {
      id,
      key,
      split: null,
      before: `A/${key}.png`,
      after: `B/${key}.png`,
      label: null,
      ...size,
      alignment: null,
      tiles: null,
      problem: null,
      window: null,
      sequence: null,
    },
    base: documentFrom([], []),
    proposals: [],
    ...change,
  }
}

/** A pair whose pictures come as tiles, at the size of those of build/made-pictures.ts. The view moved by nothing. */
export function tiledPair(id: number, key: string): MadePair {
  const { pair, ...rest } = madePair(id, key)
  const alignment = [1, 0, 0, 0, 1, 0, 0, 0, 1]
  return { ...rest, pair: { ...pair, width: 2000, height: 1500, alignment, tiles: { levels: 3 } } }
}

/** A pair with two regions and two captions, whose first one points at the first region. */
export function proposedPair(id: number, key: string, change: Partial<MadePair> = {}): MadePair {
  const house = madeRegion(1)
  const road = madeRegion(2, { category: 'road', score: 0.55 })
  const said = madeCaption('a house was built beside the road', { id: 'said' })
  const also = madeCaption('there is a new house', { id: 'also', rank: 1 })
  return madePair(id, key, {
    base: documentFrom([house, road], [said, also], [madeLink(said, 'house', house)]),
    proposals: [madeProposal({ pairId: id })],
    ...change,
  })
}

/** Documents of pairs with what was done to them, as the engine's store keeps them; no files behind them. */
export interface MemoryPairs {
  documents: Map<number, PairDocument>
  events: Map<number, (HistoryEvent & { diff: Diff })[]>
}

/** Names an edit of a pair. */
export interface EditOfPair {
  pairId: number
  eventId: string
}

export function appendEdit(
  pairs: MemoryPairs,
  { pairId, eventId, kind, label, diff }: EditOfPair & Pick<HistoryEvent, 'kind' | 'label'> & { diff: Diff },
): EditResult {
  const { documents, events } = pairs
  documents.set(pairId, applyDiff(documents.get(pairId) ?? emptyDocument(), diff))
  events.set(pairId, [...(events.get(pairId) ?? []), { eventId, kind, label, diff }])
  const { version, undoLabel, redoLabel } = openPair(pairs, pairId)
  return { pairId, version, diff, undoLabel, redoLabel }
}

/** @throws ContractError where there is nothing to take back or bring again */
export function undoOrRedo(pairs: MemoryPairs, kind: 'undo' | 'redo', edit: EditOfPair): EditResult {
  const { done, undone } = undoState(pairs.events.get(edit.pairId) ?? [])
  const event = (kind === 'undo' ? done : undone).at(-1)
  if (event === undefined) {
    throw failWith('conflict', `There is nothing to ${kind}.`)
  }
  const diff = kind === 'undo' ? reverseDiff(event.diff) : event.diff
  return appendEdit(pairs, { ...edit, kind, label: event.label, diff })
}

/** @param base what was proposed: accepting says whether the result differs from it */
export function decidePair(
  pairs: MemoryPairs,
  { decision, ...edit }: EditOfPair & { decision: Decision },
  base: PairDocument = emptyDocument(),
): EditResult {
  const document = pairs.documents.get(edit.pairId) ?? emptyDocument()
  const { done } = undoState(pairs.events.get(edit.pairId) ?? [])
  const edits = done.map((event) => event.diff)
  const diff = decisionDiff(document, base, decision, null, edits)
  return appendEdit(pairs, { ...edit, kind: 'edit', label: decision, diff })
}

export function openPair({ documents, events }: MemoryPairs, id: number): OpenPair {
  const { done, undone } = undoState(events.get(id) ?? [])
  return {
    pair: {
      id,
      key: `pair-${id}`,
      split: null,
      before: 'b',
      after: 'a',
      label: null,
      width: 2,
      height: 2,
      alignment: null,
      tiles: null,
      problem: null,
      window: null,
      sequence: null,
    },
    document: documents.get(id) ?? emptyDocument(),
    version: events.get(id)?.length ?? 0,
    undoLabel: done.at(-1)?.label ?? null,
    redoLabel: undone.at(-1)?.label ?? null,
    proposal: null,
    baseProposalId: null,
  }
}
