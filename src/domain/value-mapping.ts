import { z } from 'zod'

/** Below the largest 64-bit number, so that no difference of two values is infinite. */
const MOST = 1e300
const value = z.number().min(-MOST).max(MOST)

/** The values of a file, in its own unit, that become 0 and 255: its window. */
export const pairWindowSchema = z
  .object({ low: value, high: value })
  .refine(({ low, high }) => low < high, 'The low end of a window lies below its high end.')
export type PairWindow = z.infer<typeof pairWindowSchema>

/** One of those that a file names. */
export const namedWindowSchema = z.object({
  window: pairWindowSchema,
  /** A short plain word; null where there is none. */
  name: z.string().max(16).nullable(),
})
export type NamedWindow = z.infer<typeof namedWindowSchema>

/** Counted from 1, as in GDAL. */
const band = z.int().min(1).max(65_535)

/** One band, shown in grey, or the bands that are red, green and blue. */
export const bandsSchema = z.union([z.tuple([band]), z.tuple([band, band, band])])
export type Bands = z.infer<typeof bandsSchema>

/** How the values of a pair's files become 8-bit pixels. */
export const valueMappingSchema = z.object({
  /** Of values of more than 8 bits. Null for the 0.1 and 99.9 percentiles of both frames. */
  window: pairWindowSchema.nullable(),
  /** Null for the first three, or the first alone where there are fewer. */
  bands: bandsSchema.nullable(),
})
export type ValueMapping = z.infer<typeof valueMappingSchema>

export const DEFAULT_MAPPING: ValueMapping = { window: null, bands: null }

/** A text that differs where pixels may: for names of files and for addresses. Empty for the default. */
export function mappingKey({ window, bands }: ValueMapping): string {
  return [
    ...(window === null ? [] : [`w${window.low}_${window.high}`]),
    ...(bands === null ? [] : [`b${bands.join('.')}`]),
  ].join('-')
}

/** The first three bands are the default, so that files with fewer can be read too. */
export function storedBands(bands: Bands | null): Bands | null {
  return bands?.join() === '1,2,3' ? null : bands
}

/** For a request that leaves out what is as by default. */
export function mappingField(mapping: ValueMapping): { mapping?: ValueMapping } {
  return mappingKey(mapping) === '' ? {} : { mapping }
}

/** For reports: "values 400 to 900 as black to white; band 4". Null for the default. */
export function mappingInWords({ window, bands }: ValueMapping): string | null {
  const parts = [
    ...(window === null ? [] : [`values from ${window.low} (black) to ${window.high} (white)`]),
    ...(bands === null
      ? []
      : [bands.length === 1 ? `band ${bands[0]} in grey` : `bands ${bands.join(', ')} as red, green, blue`]),
  ]
  return parts.length === 0 ? null : parts.join('; ')
}
