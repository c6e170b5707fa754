import { sceneKindSchema } from '../../contract/project'
import type { SceneKind } from '../../contract/project'
import { imageInside } from '../pictures/pair-images'
import { isNotStored } from '../../store/store-error'
import { getSetting, projectSettings, setSetting } from './project-settings'
import type { OpenProject } from './open-project'
import type { InferenceLane } from '../lanes/inference-lane'

/** Facts of the open folder. */
export interface FolderFacts {
  /** Changed things have names, so captions and their check need no model. */
  canName(): boolean
  sceneKind(): SceneKind
  /** Probability from which on a model's pixels count as changed; null for its own. */
  threshold(model: string): number | null
}

/** Pairs that are read, spread over the folder. */
const LOOKED_AT = 9
/** A folder of rendered scenes may contain other images; of photographs one in fifty resembles a rendered scene. */
const LEAST_RENDERED = 3 / LOOKED_AT
const MOST_MILLISECONDS = 15_000
const KINDS = sceneKindSchema.options

/**
 * Kind of the images of a folder, by a few of them; cached as long as it has the same pairs. Unreadable images count
 * as photographs, which nearly all images are; so do all where no choice depends on the kind.
 */
export async function findSceneKind(
  project: OpenProject,
  proposers: { dependsOnKind(): boolean },
  lane: InferenceLane,
): Promise<SceneKind> {
  if (!proposers.dependsOnKind()) {
    return 'photographs'
  }
  const { meta } = project.store
  const contents = getSetting(meta, projectSettings.contents)
  const stored = getSetting(meta, projectSettings.sceneKind)
  const known = KINDS.find((kind) => stored === `${kind} ${contents}`)
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

/** If nothing can be stored, the next opening finds it again. */
function remember({ store }: OpenProject, kind: string): void {
  try {
    setSetting(store.meta, projectSettings.sceneKind, kind)
  } catch (error) {
    if (!isNotStored(error)) {
      throw error
    }
  }
}
