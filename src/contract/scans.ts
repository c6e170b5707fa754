import { z } from 'zod'
import { pixelSpacingSchema, sliceAxisSchema, sliceCountsSchema } from '../domain/slice-path'
import { idempotent, storePath } from './define'

const sliceChoiceSchema = z.object({ axis: sliceAxisSchema, number: z.int() })

const frameScanSchema = z.object({
  /** Of a pixel; null where the file does not say. */
  spacing: pixelSpacingSchema.nullable(),
  /** Null for a file of one image. */
  shown: sliceChoiceSchema.nullable(),
  counts: sliceCountsSchema,
})
export type FrameScan = z.infer<typeof frameScanSchema>

/** Of two DICOM files that say where their slices lie. */
const seriesPlacesSchema = z.object({
  /** Numbers in their series; null where a file says none, or has several frames. */
  before: z.int().nullable(),
  after: z.int().nullable(),
  /** Null where the slices are not parallel. */
  distance: z
    .object({
      /** Millimetres between both planes. */
      apart: z.number().min(0),
      /** False for two examinations, as a rule: places differ by how the patient lay, too. */
      haveOneOrigin: z.boolean(),
    })
    .nullable(),
})
export type SeriesPlaces = z.infer<typeof seriesPlacesSchema>

/** What the files of a pair say about millimetres and slices. */
export const pairScanSchema = z.object({
  before: frameScanSchema,
  after: frameScanSchema,
  /** Number of the last slice of the after frame that lies in the before frame too, by axis. */
  counts: sliceCountsSchema,
  /** Millimetres between the places of the slices that are shown; null for one place, or where the files do not tell. */
  apart: z.number().positive().nullable(),
  /** Null for other files than DICOM, and those that say no place. */
  series: seriesPlacesSchema.nullable(),
  /** Pairs of the project that show the same two files, cut by the same axis, in the order of their slices. */
  stack: z.array(z.object({ pairId: z.int(), number: z.int() })),
})
export type PairScan = z.infer<typeof pairScanSchema>

/** Commands about pairs of medical images. */
export const scanCommands = {
  /** By the headers of its files alone; null for a pair of ordinary images. */
  'scans.get': idempotent(z.object({ pairId: z.int() }), pairScanSchema.nullable()),
  /**
   * Adds a pair for each slice from one to another, which the project does not have yet. Fails with `invalid-input`
   * where the files have no such slices.
   */
  'scans.addSlices': idempotent(
    z.object({
      pairId: z.int(),
      axis: sliceAxisSchema,
      from: z.int().min(1),
      to: z.int().min(1),
      storePath,
    }),
    z.object({ added: z.int() }),
  ),
}
