import { useEffect, useSyncExternalStore } from 'react'
import type { PairRow } from '../../src/contract/project'
import { isSequenceReading } from '../../src/domain/sequence'
import { engine } from '../engine'
import { onFetchedAgain, useEngineState } from '../state/engine-state'
import { followMappings } from '../state/mapping'
import { attempt, notifyError } from '../state/notices'
import { keepDecision } from './bulk'
import { closeCaptionPairs } from './caption-pairs'
import { EVERYTHING, usePairList } from './list'
import { forgetMap } from './map/map-store'
import { positionOf } from './neighbours'
import { RowCache } from './row-cache'
import { showVersionsOf } from './shown-versions'
import { forgetSimilar } from './similar/similar'

const rowCache = new RowCache({
  fetchRows: (ids) => engine.call('pairs.rows', { ids }),
  onError: notifyError,
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

/** Whether any pair's proposer says how far captions and regions agree; new proposals may since the list was found. */
export function useHasAgreement(): boolean {
  const hasAgreement = usePairList((list) => list.hasAgreement)
  return useSyncExternalStore(subscribe, () => rowCache.has('agreement')) || hasAgreement
}

/** Whether any pair that was on screen has an IoU that its proposal expects. */
export function useHasExpectedIou(): boolean {
  return useSyncExternalStore(subscribe, () => rowCache.has('expectedIou'))
}

/** Fetches the rows on screen. */
export function useRowWindow(ids: readonly number[]): void {
  useEffect(() => rowCache.want(ids), [ids])
}

let isFollowing = false
let folder: string | null = null

/** Keeps rows and the list in step with the engine for as long as the page lives. */
export function followPairs(): void {
  if (isFollowing) {
    return
  }
  isFollowing = true
  showVersionsOf({
    versionOf: (id) => rowCache.versionOf(id),
    renew: (id) => rowCache.markStale(id, null),
  })
  engine.on('pair.changed', ({ pairId, version, isProposal }) => {
    rowCache.markStale(pairId, isProposal ? null : version)
    usePairList.getState().markStale()
  })
  onFetchedAgain(() => {
    rowCache.markAllStale()
    usePairList.getState().markStale()
  })
  engine.on('project.folderRead', () => {
    rowCache.markAllStale()
    void usePairList.getState().find()
  })
  // no edit: the version stays
  engine.on('pair.windowChanged', ({ pairId }) => rowCache.markStale(pairId, null))
  followMappings()
}

/** Called whenever a project is opened, read anew, or closed. */
export function startPairs(identity: string | null): void {
  if (identity === folder) {
    return
  }
  folder = identity
  rowCache.clear()
  usePairList.getState().reset()
  const reading = useEngineState.getState().project?.reading.id
  if (reading !== undefined && isSequenceReading(reading)) {
    usePairList.setState({ order: 'sequence' })
  }
  forgetMap()
  forgetSimilar()
  keepDecision()
  closeCaptionPairs()
  if (identity !== null) {
    void begin()
  }
}

/** Puts the cursor on the first pair that nobody has decided about. */
async function begin(): Promise<void> {
  const { find, order } = usePairList.getState()
  await find()
  const first = usePairList.getState().cursorId
  const unreviewed = await attempt(
    engine.call('pairs.find', { filter: { ...EVERYTHING, states: ['unreviewed'] }, order }),
  )
  const { ids, cursorId, moveTo } = usePairList.getState()
  const target = unreviewed?.ids[0]
  if (target !== undefined && cursorId === first && positionOf(ids, target) !== -1) {
    moveTo(target)
  }
}
