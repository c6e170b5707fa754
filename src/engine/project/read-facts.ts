import { setTimeout } from 'node:timers/promises'
import { isNotStored, StoreError } from '../../store/store-error'
import type { OpenProject } from './open-project'

export const DOCUMENTS_AT_ONCE = 16
/** Pairs without anything are stored in one statement: some ten milliseconds. */
const EMPTY_AT_ONCE = 1000

/**
 * For a folder that is new, and a project of an older program: stores the facts that plans count, of a few pairs at a
 * time. Three quarters of the time are left for other work. If nothing can be stored, the next opening does it.
 */
export async function readMissingFacts(project: OpenProject, closing: AbortSignal): Promise<void> {
  const { store } = project
  const { facts } = store
  try {
    const first = facts.missing(-1, 1).at(0)
    if (first === undefined) {
      return
    }
    const last = store.pairs.lastId()
    await inTurns(closing, first - 1, (after) => {
      const upTo = after + EMPTY_AT_ONCE
      facts.setEmpty(after, upTo)
      return upTo < last ? upTo : null
    })
    await inTurns(closing, -1, (after) => {
      const pairIds = facts.missing(after, DOCUMENTS_AT_ONCE)
      return readThrough(project, pairIds) ? (pairIds.at(-1) ?? null) : null
    })
  } catch (error) {
    if (isNotStored(error)) {
      return
    }
    // a damaged page of the list itself: later reads report it
    if (!(error instanceof StoreError)) {
      throw error
    }
  }
}

/** @param step does some pairs with ids above one, and returns the last of them, or null at the end */
async function inTurns(
  closing: AbortSignal,
  from: number,
  step: (after: number) => number | null,
): Promise<void> {
  let after: number | null = from
  while (!closing.aborted && after !== null) {
    const begun = performance.now()
    after = step(after)
    await setTimeout(3 * (performance.now() - begun), null, { ref: false })
  }
}

/** Stores the facts of these pairs. Returns whether they could be stored: if not, the next pass does it. */
export function readThrough({ store }: Pick<OpenProject, 'store'>, pairIds: readonly number[]): boolean {
  try {
    store.readThrough(pairIds)
    return true
  } catch (error) {
    if (!isNotStored(error)) {
      throw error
    }
    return false
  }
}
