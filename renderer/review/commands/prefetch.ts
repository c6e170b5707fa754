import type { OpenPair } from '../../../src/contract/pairs'
import type { PictureKind } from '../../../src/contract/picture'
import { engine, pictureUrl } from '../../engine'
import { shownKey } from '../../state/mapping'
import { fetchPictureAhead, forgetPicturesAhead } from '../stage/picture'

/**
 * The neighbours of the open pair, fetched with their pictures before they are asked for. Two of them:
 * whoever goes on or back sees the pair at once. Tiles are not: which ones are seen is not known before.
 */
const CAPACITY = 3
const fetched = new Map<number, Promise<OpenPair>>()
const KINDS: PictureKind[] = ['before', 'after']

export function prefetchPairs(pairIds: readonly number[]): void {
  for (const pairId of pairIds) {
    if (!fetched.has(pairId)) {
      const open = fetchOne(pairId)
      // The failure reaches whoever takes the pair; perhaps nobody does.
      open.catch(() => undefined)
      fetched.set(pairId, open)
    }
  }
  for (const old of [...fetched.keys()].slice(0, Math.max(0, fetched.size - CAPACITY))) {
    fetched.delete(old)
  }
}

async function fetchOne(pairId: number): Promise<OpenPair> {
  try {
    const open = await engine.call('pairs.get', { pairId })
    const key = shownKey(open.pair.window)
    if (open.pair.problem === null && open.pair.tiles === null) {
      KINDS.forEach((kind) => fetchPictureAhead(pictureUrl(pairId, kind, open.version, key)))
    }
    return open
  } catch (error) {
    dropPrefetched(pairId)
    throw error
  }
}

/** The prefetched pair, once: the next visit fetches it from the engine. */
export function takePrefetched(pairId: number): Promise<OpenPair> | null {
  const open = fetched.get(pairId) ?? null
  fetched.delete(pairId)
  return open
}

/** A pair that changed meanwhile is not shown as it was. */
export function dropPrefetched(pairId: number): void {
  fetched.delete(pairId)
}

export function dropAllPrefetched(): void {
  fetched.clear()
  forgetPicturesAhead()
}
