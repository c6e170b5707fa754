import { z } from 'zod'
import { rleSchema } from '../../mask/rle'
import { valueMappingSchema } from '../../domain/value-mapping'
import { statesNoChange } from '../../metrics/no-change'
import { hasMasksOf, labelOriginsSchema } from './label-origins'
import type { LabelMaker } from './label-origins'
import { MessageError } from '../../messages/message'
import type { MessageText } from '../../messages/message'

const storedPairSchema = z.object({
  pairId: z.int(),
  key: z.string(),
  /** Absolute. */
  before: z.string(),
  after: z.string(),
  /** Of the project when the run began; absent for the default. */
  mapping: valueMappingSchema.optional(),
  regions: z.array(
    z.object({
      category: z.string(),
      /** In the after frame. */
      mask: rleSchema,
      beforeMask: rleSchema.nullable(),
    }),
  ),
  /** Absent in runs of older programs. */
  isUnchanged: z.boolean().optional(),
  captions: z.array(z.string()),
  /** Absent in runs of older programs, and where pairs are only counted. */
  origins: labelOriginsSchema.optional(),
  /** Words of a caption that describe a region, both by index. */
  links: z.array(z.object({ caption: z.int(), start: z.int(), end: z.int(), region: z.int() })),
  isHeldOut: z.boolean(),
})
type StoredCorrectedPair = z.infer<typeof storedPairSchema>

/** A reviewed pair with its labels: a copy, so that later edits do not change the run. */
export const correctedPairSchema = storedPairSchema.transform((item) => ({
  ...item,
  /** Without a region: known to be without a change. False where it may have changed somewhere. */
  isUnchanged: item.isUnchanged ?? inferUnchanged(item),
}))
export type CorrectedPair = z.infer<typeof correctedPairSchema>

/** The rule of older programs. */
function inferUnchanged({ regions, captions }: StoredCorrectedPair): boolean {
  return regions.length === 0 && (captions.length === 0 || captions.some(statesNoChange))
}

/** The message names the problem, the file and the remedy. */
export class FineTuneError extends MessageError {
  override readonly name = 'TuneError'
  constructor(
    text: MessageText,
    /** The file or folder concerned, if any. */
    readonly path: string | null = null,
    options?: ErrorOptions,
  ) {
    super(text, options)
  }
}

/** Whether it is known where a pair changed: it has regions, or is known to be unchanged. */
export function hasKnownMasks({
  regions,
  isUnchanged,
}: Pick<CorrectedPair, 'isUnchanged'> & { regions: readonly unknown[] }): boolean {
  return regions.length > 0 || isUnchanged
}

/** Whether the masks of a pair are known, and are exactly those that this model proposed: they favour it. */
export function isAsProposed(
  item: Parameters<typeof hasKnownMasks>[0] & Pick<CorrectedPair, 'origins'>,
  model: LabelMaker,
): boolean {
  return hasKnownMasks(item) && hasMasksOf(item, model)
}
