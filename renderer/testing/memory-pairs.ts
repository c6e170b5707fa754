import { failWith } from '../../src/contract/errors'
import type { Decision, EditResult, OpenPair } from '../../src/contract/review'
import { applyDiff, reverseDiff } from '../../src/domain/diff'
import type { Diff } from '../../src/domain/diff'
import { emptyDocument } from '../../src/domain/document'
import type { PairDocument } from '../../src/domain/document'
import { undoState } from '../../src/domain/history'
import type { HistoryEvent } from '../../src/domain/history'
import { decisionDiff } from '../../src/domain/review'

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
  const diff = decisionDiff(document, base, decision, null)
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
      problem: null,
    },
    document: documents.get(id) ?? emptyDocument(),
    version: events.get(id)?.length ?? 0,
    undoLabel: done.at(-1)?.label ?? null,
    redoLabel: undone.at(-1)?.label ?? null,
    proposal: null,
    baseProposalId: null,
  }
}
