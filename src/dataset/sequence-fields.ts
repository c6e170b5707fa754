import { z } from 'zod'
import { sequenceDateSchema, sequenceNameSchema } from '../domain/sequence'
import type { SequencePlace } from '../domain/sequence'

/**
 * Where a pair stands in its sequence, as records of our exports have it. What others wrote under these names, and is
 * none, is as absent.
 */
export const sequenceFieldsSchema = z.object({
  sequence: sequenceNameSchema.nullish().catch(null),
  position: z.coerce.number().int().min(1).nullish().catch(null),
  before_date: sequenceDateSchema.nullish().catch(null),
  after_date: sequenceDateSchema.nullish().catch(null),
})
type SequenceFields = z.infer<typeof sequenceFieldsSchema>

/** No fields for a pair of no sequence. */
export function sequenceFields(place: SequencePlace | null | undefined): SequenceFields {
  if (place == null) {
    return {}
  }
  const { name, position, beforeDate, afterDate } = place
  return { sequence: name, position, before_date: beforeDate, after_date: afterDate }
}

/** Undefined where they say none. */
export function sequencePlaceOf(fields: Partial<SequenceFields>): SequencePlace | undefined {
  const { sequence: name, position, before_date: beforeDate, after_date: afterDate } = fields
  return name == null || position == null
    ? undefined
    : { name, position, beforeDate: beforeDate ?? null, afterDate: afterDate ?? null }
}
