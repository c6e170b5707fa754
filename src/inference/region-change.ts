import { z } from 'zod'

const colour = z.tuple([z.number(), z.number(), z.number()]).readonly()
const placeOfRegion = z.object({ x: z.number(), y: z.number() })
/** See `RegionChange`. */
export const regionChange = placeOfRegion.extend({
  kind: z.enum(['appeared', 'vanished', 'changed', 'moved']),
  before: colour,
  after: colour,
  from: placeOfRegion.optional(),
  share: z.number(),
})
