import { toFailure } from '../../src/contract/errors'
import type { Reply, Request } from '../../src/contract/messages'
import { portPair } from '../../src/contract/port'
import type { OpenPair } from '../../src/contract/review'
import { applyDiff } from '../../src/domain/diff'
import type { Diff } from '../../src/domain/diff'
import { emptyDocument } from '../../src/domain/document'
import type { PairDocument } from '../../src/domain/document'
import { engine } from '../engine'

/** An engine in memory at the page's port: pairs are kept and edited, and a test says what else it answers. */
export interface MemoryEngine {
  documents: Map<number, PairDocument>
  versions: Map<number, number>
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
    versions: new Map(),
    answers: new Map<string, (input: unknown) => unknown>([
      ['pairs.get', (input) => openPair(made, (input as { pairId: number }).pairId)],
      ['pairs.edit', (input) => edit(made, input as { pairId: number; label: string; diff: Diff })],
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

function edit(
  { documents, versions }: MemoryEngine,
  asked: { pairId: number; label: string; diff: Diff },
): unknown {
  const { pairId, label, diff } = asked
  documents.set(pairId, applyDiff(documents.get(pairId) ?? emptyDocument(), diff))
  const version = (versions.get(pairId) ?? 0) + 1
  versions.set(pairId, version)
  return { pairId, version, diff, undoLabel: label, redoLabel: null }
}

function openPair({ documents, versions }: MemoryEngine, id: number): OpenPair {
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
    version: versions.get(id) ?? 0,
    undoLabel: null,
    redoLabel: null,
    proposal: null,
    baseProposalId: null,
  }
}
