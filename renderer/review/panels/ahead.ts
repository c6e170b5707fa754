import type { PictureKind } from '../../../src/contract/picture'
import type { OpenPair } from '../../../src/contract/review'
import { engine, pictureUrl } from '../../engine'

/**
 * The neighbours of the open pair, fetched with their pictures before they are asked for. Two of them:
 * whoever goes on or back sees the pair at once.
 */
const capacity = 3
const fetched = new Map<number, Promise<OpenPair>>()
const pictures = new Map<number, HTMLImageElement[]>()
const kinds: PictureKind[] = ['before', 'after']

export function fetchAhead(pairIds: readonly number[]): void {
  for (const pairId of pairIds) {
    if (!fetched.has(pairId)) {
      const open = fetchOne(pairId)
      // Whoever takes it hears of the failure; nobody may.
      open.catch(() => undefined)
      fetched.set(pairId, open)
    }
  }
  for (const map of [fetched, pictures]) {
    for (const id of [...map.keys()].slice(0, Math.max(0, map.size - capacity))) {
      map.delete(id)
    }
  }
}

async function fetchOne(pairId: number): Promise<OpenPair> {
  try {
    const open = await engine.call('pairs.get', { pairId })
    if (open.pair.problem === null) {
      pictures.set(pairId, kinds.map(loadPicture(pairId)))
    }
    return open
  } catch (error) {
    forgetAhead(pairId)
    throw error
  }
}

function loadPicture(pairId: number): (kind: PictureKind) => HTMLImageElement {
  return (kind) => {
    const image = new Image()
    image.decoding = 'async'
    image.src = pictureUrl(pairId, kind)
    // A picture that cannot be had is told of where it is shown.
    image.decode().catch(() => undefined)
    return image
  }
}

/** What was fetched ahead, once: the next visit asks the engine. */
export function takeAhead(pairId: number): Promise<OpenPair> | null {
  const open = fetched.get(pairId) ?? null
  fetched.delete(pairId)
  return open
}

/** A pair that changed meanwhile is not shown as it was. */
export function forgetAhead(pairId: number): void {
  fetched.delete(pairId)
}

export function forgetAllAhead(): void {
  fetched.clear()
  pictures.clear()
}
