import { create } from 'zustand'
import { engine } from '../../engine'
import { inProject } from '../../state/engine-state'
import { attempt } from '../../state/notices'
import { useRoute } from '../../state/route'
import { usePairList } from '../list'

interface SimilarStore {
  /** Key of the pair that the list is in the order of similarity to; null before there was one. */
  likeKey: string | null
  /** Keys of the pairs that others are near-duplicates of, by the ids of those. */
  duplicates: ReadonlyMap<number, string>
  /** How often all was forgotten. */
  forgotten: number
}

const none: ReadonlyMap<number, string> = new Map()

export const useSimilar = create<SimilarStore>()(() => ({ likeKey: null, duplicates: none, forgotten: 0 }))

/** Shows the queue with the pairs most similar to this one first. */
export async function showSimilar(pairId: number): Promise<void> {
  useRoute.getState().go('queue')
  const { moveTo, showLike } = usePairList.getState()
  const { storePath } = inProject()
  const rows = await attempt(engine.call('pairs.rows', { ids: [pairId] }))
  if (inProject().storePath !== storePath) {
    return
  }
  useSimilar.setState({ likeKey: rows?.at(0)?.key ?? null })
  moveTo(pairId)
  showLike(pairId)
}

/** To the pairs as they lie in the folder. */
export function showNoneSimilar(): void {
  usePairList.getState().showLike(null)
}

let latest = 0

/** Of all pairs that have an embedding. */
export async function fetchDuplicates(): Promise<void> {
  latest += 1
  const request = latest
  const found = await attempt(engine.call('similar.duplicates', {}))
  if (found !== null && request === latest) {
    useSimilar.setState({ duplicates: new Map(found.ids.map((id, at) => [id, found.firstKeys[at]])) })
  }
}

export function forgetSimilar(): void {
  latest += 1
  const forgotten = useSimilar.getState().forgotten + 1
  useSimilar.setState({ likeKey: null, duplicates: none, forgotten })
}
