import { z } from 'zod'
import type { Frame, Region } from '../../../domain/document'
import { maskSquareMetres } from '../../../domain/georeference'
import { areaRuleOf } from '../../../georeference/ground'
import type { ImageGeoreference } from '../../../georeference/read'
import { maskToRings } from '../../../mask/rings'
import type { RingPolygon } from '../../../mask/rings'
import type { Rle } from '../../../mask/rle'
import type { PlannedPair } from '../../export/export-pair'
import { scoreSchema } from '../../import/item'
import { originSchema } from '../../pair-record'
import { placedFrames } from './frames'
import type { PlacedFrames } from './frames'

/** What every polygon says of itself, in all formats of maps. */
export const changeSchema = z.object({
  key: z.string().min(1),
  /** From 1, in its pair; a thing that moved has one polygon in each frame. */
  region: z.int().min(1).nullish(),
  frame: z.enum(['after', 'before']).nullish(),
  category: z.string().min(1).max(120).nullish(),
  status: z.enum(['proposed', 'accepted']).nullish(),
  score: scoreSchema.nullish(),
  origin: originSchema.nullish(),
})
export type ChangeRecord = z.output<typeof changeSchema>

/** Columns of a polygon, in their order. `area_m2` and all after it are for people, and are not read back. */
export interface ChangeProperties {
  key: string
  region: number
  frame: Frame
  category: string
  status: string
  score: number | null
  origin: string
  /** On the ground; null where the system is not known. */
  area_m2: number | null
  /** The first one of its pair. */
  caption: string | null
  review_state: string
  reviewer: string | null
  split: string
}

export interface Change {
  properties: ChangeProperties
  /** Along the edges of pixels; empty for a region without a pixel. */
  polygons: RingPolygon[]
  place: ImageGeoreference
}

/** The polygons of a pair, region by region. @param known where its frames lie, if that was read */
export async function changesOf(
  { item, content, split }: PlannedPair,
  known: PlacedFrames | null = null,
): Promise<Change[]> {
  const places = known ?? (await placedFrames(item.beforePath, item.afterPath))
  const caption = content.captions[0]?.text ?? null
  const { state, reviewer } = item.document.review
  const changeOf = (region: Region, number: number, frame: Frame, mask: Rle): Change => ({
    properties: {
      key: item.key,
      region: number,
      frame,
      category: region.category,
      status: region.status,
      score: region.score,
      origin: region.source.kind,
      area_m2: areaOf(places[frame], mask),
      caption,
      review_state: state,
      reviewer,
      split,
    },
    polygons: maskToRings(mask),
    place: places[frame],
  })
  return content.regions.flatMap((region, index) => [
    changeOf(region, index + 1, 'after', region.mask),
    ...(region.beforeMask === null ? [] : [changeOf(region, index + 1, 'before', region.beforeMask)]),
  ])
}

function areaOf(place: ImageGeoreference, mask: Rle): number | null {
  const rule = areaRuleOf(place)
  return rule === null ? null : Number(maskSquareMetres(rule, place.transform, mask).toPrecision(10))
}
