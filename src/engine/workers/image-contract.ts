import { z } from 'zod'

/** Where a team's server gives workers the images of a pair. */
export const IMAGES_PATH = '/worker-images'

/** One of a pair's files. `world` and `projection` lie beside an image and tell where it lies on Earth. */
export const pairFileSchema = z.object({
  side: z.enum(['before', 'after']),
  kind: z.enum(['image', 'world', 'projection']),
})
export type PairFile = z.infer<typeof pairFileSchema>

export const pairFilesSchema = z.array(
  pairFileSchema.extend({ bytes: z.int().nonnegative().max(Number.MAX_SAFE_INTEGER) }),
)
export type PairFiles = z.infer<typeof pairFilesSchema>

/** @param file null for the list of all */
export function imagesQuery(pair: string, file: PairFile | null): string {
  return new URLSearchParams({ pair, ...file }).toString()
}
