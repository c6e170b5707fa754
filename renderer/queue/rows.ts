import { useEffect, useSyncExternalStore } from 'react'
import type { PairRow } from '../../src/contract/project'
import { engine } from '../engine'
import { sayError } from '../ui/notices'
import { usePairList } from './list'
import { RowCache } from './row-cache'

const rowCache = new RowCache({
  fetchRows: (ids) => engine.call('pairs.rows', { ids }),
  onError: sayError,
  capacity: 5000,
  batch: 200,
  settleMilliseconds: 120,
})

function subscribe(listener: () => void): () => void {
  return rowCache.subscribe(listener)
}

/** The row of a pair; undefined until it has been fetched by `useRowWindow`. */
export function useRow(id: number): PairRow | undefined {
  return useSyncExternalStore(subscribe, () => rowCache.get(id))
}

/** Fetches the rows on screen. */
export function useRowWindow(ids: readonly number[]): void {
  useEffect(() => rowCache.want(ids), [ids])
}

export function rowOf(id: number): PairRow | undefined {
  return rowCache.get(id)
}

let isFollowing = false
let folder: string | null = null

/** Keeps rows and the list in step with the engine for as long as the page lives. */
export function followPairs(): void {
  if (isFollowing) {
    return
  }
  isFollowing = true
  engine.on('pair.changed', ({ pairId, version }) => {
    rowCache.markStale(pairId, version)
    usePairList.getState().markStale()
  })
}

/** Called whenever a project is opened, read anew, or closed. */
export function startPairs(identity: string | null): void {
  if (identity === folder) {
    return
  }
  folder = identity
  rowCache.clear()
  usePairList.getState().reset()
  if (identity !== null) {
    void usePairList.getState().find()
  }
}
