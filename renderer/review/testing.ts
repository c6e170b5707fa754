import { toFailure } from '../../src/contract/errors'
import type { Reply, Request } from '../../src/contract/port'
import { portPair } from '../../src/contract/port'
import type { PairRow } from '../../src/contract/project'
import type { Decision, OpenPair } from '../../src/contract/pairs'
import type { Diff } from '../../src/domain/diff'
import { engine } from '../engine'
import { appendEdit, decidePair, openPair, undoOrRedo } from '../testing/made-pairs'
import type { EditOfPair, MemoryPairs } from '../testing/made-pairs'

/** An engine in memory at the page's port: pairs are kept and edited, and a test says what else it answers. */
export interface MemoryEngine extends MemoryPairs {
  answers: Map<string, (input: unknown) => unknown>
  /** Called with each command before it is answered. */
  onCommand: (command: string) => void
  emit(event: string, payload: unknown): void
}

type Edit = EditOfPair & { label: string; diff: Diff }

export function connectMemoryEngine(): MemoryEngine {
  const [near, far] = portPair(structuredClone)
  const post = (reply: Reply): void => far.post(reply)
  const made: MemoryEngine = {
    documents: new Map(),
    events: new Map(),
    answers: new Map<string, (input: unknown) => unknown>([
      ['pairs.get', (input) => openPair(made, (input as { pairId: number }).pairId)],
      ['pairs.edit', (input) => appendEdit(made, { kind: 'edit', ...(input as Edit) })],
      ['pairs.undo', (input) => undoOrRedo(made, 'undo', input as EditOfPair)],
      ['pairs.redo', (input) => undoOrRedo(made, 'redo', input as EditOfPair)],
      ['pairs.decide', (input) => decidePair(made, input as EditOfPair & { decision: Decision })],
      ['pairs.rows', (input) => (input as { ids: number[] }).ids.map((id) => rowOf(openPair(made, id)))],
      ['proposers.list', () => []],
    ]),
    onCommand: () => undefined,
    emit: (event, payload) => post({ kind: 'event', event, payload }),
  }
  far.onMessage((message) => {
    const { id, command, input } = message as Request
    made.onCommand(command)
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

function rowOf({ pair, document, version }: OpenPair): PairRow {
  const { id, key, split, width, height, problem, window, sequence } = pair
  const { state } = document.review
  const shown = { regionCount: document.regions.length, caption: null }
  const scores = { score: null, expectedIou: null, agreement: null }
  return { id, key, split, width, height, problem, window, sequence, state, version, ...shown, ...scores }
}
