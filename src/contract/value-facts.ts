import { z } from 'zod'
import { namedWindowSchema, pairWindowSchema } from '../domain/value-mapping'

/** Number of bars of a histogram. */
export const HISTOGRAM_BARS = 128

const histogramSchema = z.array(z.int()).length(HISTOGRAM_BARS)

const bandsOfFileSchema = z.object({
  /** Alpha is none. */
  count: z.int(),
  /** As GDAL's metadata describe them, the first one first; empty texts where they do not. */
  names: z.array(z.string()),
})

/** Values of more than 8 bits of a pair's frames, with the bands that the project has chosen. */
const depthSchema = z.object({
  /** Whether each frame has them; the window is that of these frames alone. */
  frames: z.object({ before: z.boolean(), after: z.boolean() }),
  /** Files too large to be decoded whole may have none. Facts in caches may not say it. */
  hasPreviews: z.boolean().default(true),
  areWhole: z.boolean(),
  /** From the least to the greatest value that was measured in either frame, or in a sample of large ones. */
  full: pairWindowSchema,
  /**
   * What is shown where no window is set: the first that a DICOM file after names, else from the least to the greatest
   * end of both files' own, where one without has its percentiles. Null where neither has one.
   */
  file: pairWindowSchema.nullable(),
  /** All that a DICOM file after names, in its order; the first is `file`. Facts in caches may not say it. */
  named: z.array(namedWindowSchema).default([]),
  /** Level and width are as DICOM has them, where the width counts both ends. Facts in caches may not say it. */
  countsEnds: z.boolean().default(false),
  /** The 0.1 and 99.9 percentiles: what is shown where no window is set and `file` is null. */
  usual: pairWindowSchema,
  /** The 2 and 98 percentiles. */
  narrow: pairWindowSchema,
  /** Where the histogram lies: nearly all values, with some room. */
  plot: pairWindowSchema,
  /** Pixels of a sample of each frame; all 0 for a frame of 8 bits. */
  histogram: z.object({ before: histogramSchema, after: histogramSchema }),
})
export type DepthFacts = z.infer<typeof depthSchema>

export const valueFactsSchema = z.object({
  /** Null where both frames have 8 bits, or nothing in them was measured. */
  depth: depthSchema.nullable(),
  /** Null where both files are of a form that has no more than three. */
  bands: z.object({ before: bandsOfFileSchema, after: bandsOfFileSchema }).nullable(),
})
export type ValueFacts = z.infer<typeof valueFactsSchema>

/** Bytes before the values of a `before-values` or `after-values` file: width, height and channels, 32-bit each. */
export const VALUES_HEADER_BYTES = 12
