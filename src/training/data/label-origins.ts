import { z } from 'zod'

const labelMakerSchema = z.object({
  /** The name of a proposer, or of a model of a server. */
  model: z.string(),
  version: z.string(),
})
export type LabelMaker = z.infer<typeof labelMakerSchema>

/** Who made the labels of a pair. */
export const labelOriginsSchema = z.object({
  /** Models that proposed exactly these masks; none where a person changed or drew them. */
  masks: z.array(labelMakerSchema),
  /** Of each caption; null where a person or a data set wrote it. */
  captions: z.array(labelMakerSchema.nullable()),
})
export type LabelOrigins = z.infer<typeof labelOriginsSchema>

interface Labelled {
  readonly captions: readonly string[]
  readonly origins?: LabelOrigins | undefined
}

/** Whether the masks are those that a model proposed: measured against them it is right whatever it does. */
export function hasMasksOf({ origins }: Pick<Labelled, 'origins'>, model: LabelMaker): boolean {
  return origins?.masks.some((maker) => isSameMaker(maker, model)) ?? false
}

/**
 * The captions that proposals are measured against: those of people and data sets, else those that were not written by
 * the model itself.
 */
export function referencesFor({ captions, origins }: Labelled, model: LabelMaker): readonly string[] {
  const makers = origins?.captions ?? []
  const written = captions.filter((_, index) => (makers[index] ?? null) === null)
  return written.length > 0
    ? written
    : captions.filter((_, index) => !isSameMaker(makers[index] ?? null, model))
}

function isSameMaker(maker: LabelMaker | null, { model, version }: LabelMaker): boolean {
  return maker?.model === model && maker.version === version
}
