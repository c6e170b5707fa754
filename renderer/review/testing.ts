import { failWith, toFailure } from '../../src/contract/errors'
import type { Reply, Request } from '../../src/contract/messages'
import { portPair } from '../../src/contract/port'
import type { PairRow } from '../../src/contract/project'
import type { Decision, OpenPair } from '../../src/contract/review'
import { applyDiff, reverseDiff } from '../../src/domain/diff'
import type { Diff } from '../../src/domain/diff'
import { emptyDocument } from '../../src/domain/document'
import type { PairDocument } from '../../src/domain/document'
import { undoState } from '../../src/domain/history'
import type { HistoryEvent } from '../../src/domain/history'
import { decisionDiff } from '../../src/domain/review'
import { engine } from '../engine'

/** An engine in memory at the page's port: pairs are kept and edited, and a test says what else it answers. */
export interface MemoryEngine {
  documents: Map<number, PairDocument>
  events: Map<number, (HistoryEvent & { diff: Diff })[]>
  answers: Map<string, (input: unknown) => unknown>
  /** Called with each command before it is answered. */
  heard: (command: string) => void
  tell(event: string, payload: unknown): void
}

export function connectMemoryEngine(): MemoryEngine {
  const [near, far] = portPair(structuredClone)
  const post = (reply: Reply): void => far.post(reply)
  const made: MemoryEngine = {
    documents: new Map(),
    events: new Map(),
    answers: new Map<string, (input: unknown) => unknown>([
      ['pairs.get', (input) => openPair(made, (input as { pairId: number }).pairId)],
      ['pairs.edit', (input) => append(made, { kind: 'edit', ...(input as Edit) })],
      ['pairs.undo', (input) => step(made, 'undo', input as Asked)],
      ['pairs.redo', (input) => step(made, 'redo', input as Asked)],
      ['pairs.decide', (input) => decide(made, input as Asked & { decision: Decision })],
      ['pairs.rows', (input) => (input as { ids: number[] }).ids.map((id) => rowOf(openPair(made, id)))],
      ['proposers.list', () => []],
    ]),
    heard: () => undefined,
    tell: (event, payload) => post({ kind: 'event', event, payload }),
  }
  far.onMessage((message) => {
    const { id, command, input } = message as Request
    made.heard(command)
    void Promise.resolve()
      .then(() => made.answers.get(command)?.(input))
      .then(
        (value) => post({ kind: 'result', id, value }),
        (error: unknown) => post({ kind: 'failure', id, failure: toFailure(error) }),
      )
  })
  engine.connect(near)
  return made
}

interface Asked {
  pairId: number
  eventId: string
}

type Edit = Asked & { label: string; diff: Diff }

function step(engine: MemoryEngine, kind: 'undo' | 'redo', asked: Asked): unknown {
  const { done, undone } = undoState(engine.events.get(asked.pairId) ?? [])
  const event = (kind === 'undo' ? done : undone).at(-1)
  if (event === undefined) {
    throw failWith('conflict', `There is nothing to ${kind}.`)
  }
  const diff = kind === 'undo' ? reverseDiff(event.diff) : event.diff
  return append(engine, { ...asked, kind, label: event.label, diff })
}

function decide(engine: MemoryEngine, { decision, ...asked }: Asked & { decision: Decision }): unknown {
  const document = engine.documents.get(asked.pairId) ?? emptyDocument()
  const diff = decisionDiff(document, emptyDocument(), decision, null)
  return append(engine, { ...asked, kind: 'edit', label: decision, diff })
}

function append(engine: MemoryEngine, { pairId, ...event }: Edit & Pick<HistoryEvent, 'kind'>): unknown {
  const { documents, events } = engine
  documents.set(pairId, applyDiff(documents.get(pairId) ?? emptyDocument(), event.diff))
  events.set(pairId, [...(events.get(pairId) ?? []), event])
  const { version, undoLabel, redoLabel } = openPair(engine, pairId)
  return { pairId, version, diff: event.diff, undoLabel, redoLabel }
}

function rowOf({ pair, document, version }: OpenPair): PairRow {
  const { id, key, split, width, height, problem } = pair
  const { state } = document.review
  const shown = { regionCount: document.regions.length, caption: null, score: null, agreement: null }
  return { id, key, split, width, height, problem, state, version, ...shown }
}

function openPair({ documents, events }: MemoryEngine, id: number): OpenPair {
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
