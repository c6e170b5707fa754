import type { Decision } from '../../src/contract/pairs'
import { ContractError } from '../../src/contract/errors'
import { engine } from '../engine'
import { inProject } from '../state/engine-state'
import { messageOf } from '../text/message'
import { decidedOn, renewShown } from './shown-versions'

/** Requests under way at once: enough to keep the engine busy, few enough to leave it free for the person. */
const AT_ONCE = 8

/** A pair as the batch left it. */
export interface DonePair {
  pairId: number
  version: number
}

/** Results of a request for each of many pairs. */
export interface Batch {
  done: DonePair[]
  /** Changed by somebody meanwhile, and left as they are. */
  changed: number
  failed: number
  /** Message of the last failure. */
  message: string
  /** Why not all were sent; null where they were. */
  cutBy: 'closed' | 'stopped' | null
}

export interface BatchOptions {
  /** Stops the batch; requests under way are still completed. */
  signal: AbortSignal
  onProgress(sent: number): void
}

/** One decision for many pairs, each undoable by itself. Ends where the folder is closed. */
export function decideAll(
  pairIds: readonly number[],
  decision: Decision,
  options: BatchOptions,
): Promise<Batch> {
  return forEach(
    pairIds,
    async (pairId, of) => {
      try {
        return await engine.call('pairs.decide', {
          pairId,
          ...of,
          ...decidedOn(pairId),
          decision,
          milliseconds: 0,
        })
      } catch (error) {
        if (isStale(error)) {
          renewShown(pairId)
        }
        throw error
      }
    },
    options,
  )
}

/** Undoes the last step of each of these pairs, unless something was done to it since. */
export function undoAll(pairs: readonly DonePair[], options: BatchOptions): Promise<Batch> {
  const versions = new Map(pairs.map(({ pairId, version }) => [pairId, version]))
  return forEach(
    [...versions.keys()],
    async (pairId, of) => {
      const [row] = await engine.call('pairs.rows', { ids: [pairId] })
      const madeOn = { version: row.version, ownEdits: [] }
      try {
        return row.version === versions.get(pairId)
          ? await engine.call('pairs.undo', { pairId, ...of, madeOn })
          : null
      } catch (error) {
        if (isStale(error)) {
          return null
        }
        throw error
      }
    },
    options,
  )
}

/** Another person changed it meanwhile. */
function isStale(error: unknown): boolean {
  return error instanceof ContractError && error.failure.code === 'stale'
}

interface Sent {
  eventId: string
  storePath?: string
}

/** @param request resolves to null for a pair that was changed meanwhile */
async function forEach(
  pairIds: readonly number[],
  request: (pairId: number, of: Sent) => Promise<DonePair | null>,
  { signal, onProgress }: BatchOptions,
): Promise<Batch> {
  const project = inProject()
  const isOpen = (): boolean => inProject().storePath === project.storePath
  const rest = [...pairIds].reverse()
  const batch: Batch = { done: [], changed: 0, failed: 0, message: '', cutBy: null }
  let sent = 0
  async function work(): Promise<void> {
    while (rest.length > 0 && !signal.aborted && isOpen()) {
      const pairId = rest.pop()
      if (pairId === undefined) {
        return
      }
      try {
        const answer = await request(pairId, { eventId: crypto.randomUUID(), ...project })
        if (answer === null) {
          batch.changed += 1
        } else {
          batch.done.push({ pairId, version: answer.version })
        }
      } catch (error) {
        batch.failed += 1
        batch.message = messageOf(error)
      }
      sent += 1
      onProgress(sent)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  if (!isOpen()) {
    batch.cutBy = 'closed'
  } else if (rest.length > 0) {
    batch.cutBy = 'stopped'
  }
  return batch
}
