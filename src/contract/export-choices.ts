import { z } from 'zod'

/** How images that need no conversion get into an export: bytes, or a hard or a symbolic link to the source. */
export const imageModeSchema = z.enum(['copy', 'link', 'reference'])
export type ImageMode = z.infer<typeof imageModeSchema>

/** How COCO annotations hold masks: compressed run lengths, run lengths as numbers, polygons. */
export const maskStyleSchema = z.enum(['rle', 'rle-numbers', 'polygons'])
export type MaskStyle = z.infer<typeof maskStyleSchema>

/**
 * Captions of each pair: all that the format takes, the first one alone, or those that a person wrote or edited in the
 * project.
 */
export const captionChoiceSchema = z.enum(['all', 'first', 'people'])
export type CaptionChoice = z.infer<typeof captionChoiceSchema>

/** What a DICOM segmentation says of the person: nothing, or what its source says. */
export const patientDataSchema = z.enum(['empty', 'copied'])
