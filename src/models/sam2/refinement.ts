import type { Refine } from '../difference/refinement'
import { defaultOutlineSettings } from './outline-settings'
import type { OutlineSettings } from './outline-settings'
import { refineOutlines } from './refine-outlines'
import type { SegmentAnything } from './segment-anything'

export const outlinesVersion = '4'

/** For `difference+sam2`. Where nothing differs, no model is asked. */
export function refineWith(
  models: SegmentAnything,
  settings: OutlineSettings = defaultOutlineSettings,
): Refine {
  return async (found) => {
    if (found.clusters.extents.length === 0) {
      return { clusters: found.clusters, refinements: new Map() }
    }
    const before = await models.embed(found.before)
    const after = await models.embed(found.after)
    const decoder = await models.decoder()
    return refineOutlines(found, { decoder, before: before.embedding, after: after.embedding }, settings)
  }
}
