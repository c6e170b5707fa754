import type { Raster } from '../../images/raster'
import type { Registration } from '../../images/registration/register'
import type { Bitmap } from '../../mask/bitmap'
import type { Evidence } from './evidence'
import type { ChangeKind } from './regions'
import type { Clusters } from './clusters'

/** The result of the difference proposer, as the input of a refining model. */
export interface DifferenceResult {
  before: Raster
  after: Raster
  /** The before image in the after frame, matched in light. */
  relit: Raster
  registration: Registration
  evidence: Evidence
  clusters: Clusters
  /** Of the plain evidence, grey levels. */
  threshold: number
}

/** The refinement of a cluster, by its label. */
export interface ClusterRefinement {
  kind?: ChangeKind
  /** In the before frame, of the before image's size. */
  beforeMask?: Bitmap
  /** The vanished cluster that came here: it is no change of its own. */
  cameFrom?: number
}

export interface RefinedClusters {
  /** In the after frame. */
  clusters: Clusters
  refinements: ReadonlyMap<number, ClusterRefinement>
}

/** Takes what was found and gives it back with better outlines, or without what is no change. */
export type Refine = (detection: DifferenceResult) => Promise<RefinedClusters>
