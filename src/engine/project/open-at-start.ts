import { resolve } from 'node:path'
import { isBucketAddress } from '../../contract/buckets'
import { hasRival } from '../../contract/project'
import { isGuess } from '../../dataset/layouts/named-folders'
import { isEndOfName } from '../../dataset/layouts/suffixes'
import { isSequenceReading } from '../../domain/sequence'
import { message, messageTextOf } from '../../messages/message'
import { DatabaseAway } from '../../store/postgres/postgres-error'
import type { EngineState } from '../engine-state'
import { describeReading, inspectFolder } from './open-project'
import { storeOf } from './store-location'

/** Between two tries to reach a database; more where a try takes long. */
const AGAIN_MILLISECONDS = 1000
/** A try keeps the engine from all else: so much of the time is left for it. */
const SHARE = 3

interface Needs {
  state: EngineState
  open(folder: string): Promise<void>
  allow(folder: string): void
  onFailure(error: unknown): void
  closing: AbortSignal
}

/**
 * Opens the folder that the program was started with. Where it cannot be opened, people are told; where its database is
 * away, it is opened once that is there, unless something else was opened meanwhile.
 */
export async function openAtStart(folder: string, needs: Needs): Promise<void> {
  const { state, open, onFailure } = needs
  if (await mayBeReadOtherwise(folder, state)) {
    needs.allow(folder)
    state.atStart = { choice: folder }
    return
  }
  try {
    await open(folder)
  } catch (error) {
    onFailure(error)
    const failure = messageTextOf(error)
    state.atStart = { failure }
    if (error instanceof DatabaseAway) {
      const second = message('store.openedOnceThere')
      state.atStart = { failure: message('joining.sentences', { first: failure, second }) }
      openOnceThere(folder, needs, AGAIN_MILLISECONDS)
    }
  }
}

/** Whether a folder is new, and a person who uses the program alone should say how it is read. */
async function mayBeReadOtherwise(folder: string, { options }: EngineState): Promise<boolean> {
  const { isHeadless = false, isTeam = false, database = null, userFolder } = options
  if (isHeadless || isTeam || database !== null || isBucketAddress(folder)) {
    return false
  }
  try {
    const path = resolve(folder)
    const readings = storeOf(path, userFolder) === null ? await inspectFolder(path) : []
    if (readings.length === 0) {
      return false
    }
    const [best, ...others] = readings.map(describeReading)
    // of sequences the usual one of both is taken
    const rivals = others.filter(({ id }) => !(isSequenceReading(id) && isSequenceReading(best.id)))
    return mayBeMistaken(best.id) && hasRival([best, ...rivals])
  } catch {
    // opening it says why
    return false
  }
}

/** Folders of sides and lists are meant as they are called. */
function mayBeMistaken(readingId: string): boolean {
  return isGuess(readingId) || isEndOfName(readingId) || isSequenceReading(readingId)
}

function openOnceThere(folder: string, needs: Needs, milliseconds: number): void {
  const { state, open, onFailure, closing } = needs
  const again = async (): Promise<void> => {
    if (closing.aborted || state.describe() !== null) {
      return
    }
    const began = performance.now()
    try {
      await open(folder)
    } catch (error) {
      if (error instanceof DatabaseAway) {
        openOnceThere(folder, needs, Math.max(AGAIN_MILLISECONDS, SHARE * (performance.now() - began)))
      } else {
        state.atStart = { failure: messageTextOf(error) }
        onFailure(error)
      }
    }
  }
  setTimeout(() => void again(), milliseconds).unref()
}
