import { sceneKindSchema } from '../contract/project'
import type { SceneKind } from '../contract/project'
import { imageInside } from './pair-images'
import { isNotStored } from './not-stored'
import { CONTENTS_NAME } from './open-store'
import type { OpenProject } from './open-project'
import type { WorkerLane } from './worker-lane'

/** Of the open folder. */
export interface FolderFacts {
  /** What changed has names, so that captions and their check need no model. */
  canName(): boolean
  sceneKind(): SceneKind
  /** That a model's pixels count as changed from; null for its own. */
  threshold(model: string): number | null
}

/** Pairs that are looked at, spread over the folder. */
const LOOKED_AT = 9
/** A folder of rendered scenes may hold others beside them; of photographs one in fifty looks like one. */
const LEAST_RENDERED = 3 / LOOKED_AT
const MOST_MILLISECONDS = 15_000
const META_NAME = 'scene-kind'
const KINDS = sceneKindSchema.options

/**
 * What the images of a folder are, by a few of them; remembered as long as it has the same pairs. What cannot be looked
 * at counts as photographs, which nearly all images are.
 */
export async function findSceneKind(project: OpenProject, lane: WorkerLane): Promise<SceneKind> {
  const { meta } = project.store
  const contents = meta.get(CONTENTS_NAME)
  const known = KINDS.find((kind) => meta.get(META_NAME) === `${kind} ${contents}`)
  if (known !== undefined) {
    return known
  }
  const sources = await imagesToLookAt(project)
  try {
    const { rendered, read } = await lane.call(
      'countRendered',
      { sources },
      { milliseconds: MOST_MILLISECONDS },
    )
    const kind = read > 0 && rendered >= LEAST_RENDERED * read ? 'rendered' : 'photographs'
    if (read > 0) {
      remember(project, `${kind} ${contents}`)
    }
    return kind
  } catch {
    return 'photographs'
  }
}

async function imagesToLookAt({ store, folder }: OpenProject): Promise<string[]> {
  const ids = store.pairs.find({ states: null, search: '', hasProblem: null }, 'key')
  const count = Math.min(LOOKED_AT, ids.length)
  const paths = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const { after } = store.pair(ids[Math.floor(((index + 0.5) * ids.length) / count)])
      return imageInside(folder, after).catch(() => null) // the pair's own problem, told when it is proposed for
    }),
  )
  return paths.filter((path) => path !== null)
}

/** Where nothing can be stored, the next opening looks again. */
function remember({ store }: OpenProject, kind: string): void {
  try {
    store.meta.set(META_NAME, kind)
  } catch (error) {
    if (!isNotStored(error)) {
      throw error
    }
  }
}
