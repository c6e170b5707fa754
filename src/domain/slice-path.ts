import { z } from 'zod'

/** By which an image volume is cut: the directions of a body, or the frames of a file that has no directions. */
export const sliceAxisSchema = z.enum(['axial', 'coronal', 'sagittal', 'frame'])
export type SliceAxis = z.infer<typeof sliceAxisSchema>

/** One slice of a file. Numbers count from 1, in the order of the file. */
export interface SliceChoice {
  axis: SliceAxis
  number: number
}

/** Number of slices by axis; an axis that a file does not have is absent. */
export const sliceCountsSchema = z.partialRecord(sliceAxisSchema, z.int().positive())
export type SliceCounts = z.infer<typeof sliceCountsSchema>

const REFERENCE = /^(.+)#(axial|coronal|sagittal|frame)([1-9]\d{0,5})$/s

/** The file behind the path of an image, which may name a slice: `scan.nii.gz#axial12`. */
export function fileOf(path: string): string {
  // most have none, and to look for it is far faster
  return path.includes('#') ? (REFERENCE.exec(path)?.[1] ?? path) : path
}

/** Null for an image that is a whole file, and for the default slice of a volume. */
export function sliceOf(path: string): SliceChoice | null {
  const found = REFERENCE.exec(path)
  return found === null ? null : { axis: sliceAxisSchema.parse(found[2]), number: Number(found[3]) }
}

/** `#axial12`, or nothing. */
export function sliceSuffix(path: string): string {
  return path.slice(fileOf(path).length)
}

export function slicePath(file: string, { axis, number }: SliceChoice): string {
  return `${file}#${axis}${number}`
}

/** The slice that is shown where none was chosen. */
export function middleOf(count: number): number {
  return Math.floor((count - 1) / 2) + 1
}

/** Millimetres between the middles of neighbouring pixels. */
export const pixelSpacingSchema = z.object({
  /** From one column to the next. */
  columnMillimetres: z.number().positive(),
  rowMillimetres: z.number().positive(),
  /** Of an X-ray image at the detector: what lies in the body is smaller. */
  isAtDetector: z.boolean(),
})
export type PixelSpacing = z.infer<typeof pixelSpacingSchema>
