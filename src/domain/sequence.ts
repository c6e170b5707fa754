import { z } from 'zod'

/** `2019`, `2019-05`, `2019-05-01`, `2019-05-01T12:30` or with seconds: as precise as it is known. */
export const sequenceDateSchema = z
  .string()
  .regex(/^\d{4}(?:-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?)?)?)?$/, 'a date is written as 2019-05-01')

export const sequenceNameSchema = z.string().min(1).max(1000)

/** Where a pair stands among the pairs of one place. */
export const sequencePlaceSchema = z.object({
  /** Of the place: `fields/a`. */
  name: sequenceNameSchema,
  /** Number of the after image among the images of the place, by date: the second one has 1. */
  position: z.int().min(1),
  /** Null where numbers give the order, and no dates. */
  beforeDate: sequenceDateSchema.nullable(),
  afterDate: sequenceDateSchema.nullable(),
})
export type SequencePlace = z.infer<typeof sequencePlaceSchema>

/** Readings of a folder: each date with the one before it, or each date with the first. */
export const SEQUENCE_READINGS = ['sequence-neighbours', 'sequence-first'] as const

/** Reading of a folder whose places have two dates each: pairs, and sequences once a third date comes. */
export const TWO_DATES = 'two-dates'

export function isSequenceReading(id: string): boolean {
  return (SEQUENCE_READINGS as readonly string[]).includes(id)
}
