import { z } from 'zod'
import type { Size } from '../../../mask/bitmap'
import { scoreSchema } from '../../import/item'
import type { ImportedRegion } from '../../import/item'
import { rleOfRegion, rleOfSegmentation } from '../../import/masks'
import { ImportProblem } from '../../import/problems'
import { originSchema, statusSchema } from '../../pair-record'

export const id = z.union([z.int(), z.string().min(1)])

export const annotationSchema = z.object({
  image_id: id,
  category_id: id.nullish(),
  segmentation: z.unknown().optional(),
  before_segmentation: z.unknown().optional(),
  bbox: z.array(z.number()).length(4).nullish(),
  score: scoreSchema.nullish(),
  origin: originSchema.nullish(),
  status: statusSchema.catch(undefined),
  caption: z.string().nullish(),
})
type Annotation = z.output<typeof annotationSchema>

/** With the names that its own list gives to categories, by id. */
export type Listed = Annotation & { names: ReadonlyMap<string, string> }

/** A caption may be that of a region, and then has its place. */
export function isRegion({ caption, segmentation, bbox }: Annotation): boolean {
  const isOutlined = Array.isArray(segmentation) ? segmentation.length > 0 : segmentation != null
  return caption == null || isOutlined || bbox != null
}

export function regionOf(
  annotation: Listed,
  categories: ReadonlyMap<string, string>,
  size: Size,
): ImportedRegion {
  const { category_id, segmentation, before_segmentation, bbox, score, origin, status, names } = annotation
  const key = String(category_id)
  const category = category_id == null ? 'change' : (names.get(key) ?? categories.get(key))
  if (category === undefined) {
    throw new ImportProblem(`There is no category with the id ${category_id}.`)
  }
  return {
    category,
    mask: rleOfRegion(segmentation, bbox ?? undefined, size),
    beforeMask:
      before_segmentation == null
        ? null
        : rleOfSegmentation(before_segmentation, size, 'before_segmentation'),
    score: score ?? null,
    origin: origin ?? 'imported',
    ...(status && { status }),
  }
}
