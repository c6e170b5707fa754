import { z } from 'zod'
import { once } from '../contract/define'
import { nameWordsSchema } from '../contract/names'
import { captionLanguageSchema } from '../contract/project'
import {
  captionSchema,
  linkSchema,
  namedMasksSchema,
  regionMasksSchema,
  regionSchema,
} from '../domain/document'
import { homographySchema } from '../domain/pair'
import { messageTextSchema } from '../messages/message'
import { frames, partFields, path } from './picture-commands'
import { proposer } from './proposer-package'
import { regionChange } from './region-change'

const features = z.custom<Float32Array>((value) => value instanceof Float32Array)
/** Revision of people's examples; null without any. */
const revision = z.string().nullable()
/** Settings for naming regions: the detector's package, the least score, and the project's words and language. */
const naming = z.object({
  detector: path,
  leastScore: z.number(),
  words: nameWordsSchema,
  /** Of the captions; English if absent. */
  language: captionLanguageSchema.optional(),
})
export type Naming = z.infer<typeof naming>
const aligned = frames.extend({ naming, alignment: homographySchema.nullable() })
const captionsWithLinks = z.object({ captions: z.array(captionSchema), links: z.array(linkSchema) })
const regions = z.array(regionMasksSchema)

/** Names of changed things, and what is asked about them. */
export const namingCommands = {
  /**
   * Names a proposal's regions. If one has a name, captions with names replace measured ones, and follow those of a
   * model. `taught` is the revision of the examples that `teach` gave.
   */
  name: once(
    aligned.extend({
      ...partFields,
      regions: z.array(regionSchema),
      /** Null if the proposer measured none. */
      changes: z.array(regionChange).nullable(),
      captions: z.array(captionSchema),
      links: z.array(linkSchema),
      taught: revision,
    }),
    captionsWithLinks.extend({
      regions: z.array(regionSchema),
      changes: z.array(regionChange),
      remarks: z.array(messageTextSchema),
      milliseconds: z.number(),
    }),
  ),
  /** Captions for regions as a person has named and drawn them. */
  describe: once(
    aligned.extend({ regions: z.array(namedMasksSchema) }),
    captionsWithLinks.extend({ milliseconds: z.number() }),
  ),
  /**
   * Regions that fit a caption, by the names of things. Its changes are those of measured difference, or of a map of
   * probabilities: cut at the first threshold, and at the others where a thing is not found.
   */
  locate: once(
    frames.extend({
      naming,
      proposer,
      /** The map's path; null for a proposer that has none. */
      map: path.nullable(),
      /** Of the map, in the order in which they are tried. */
      thresholds: z.array(z.number().min(0).max(1)),
      caption: z.string(),
      /** Words that people taught. */
      vocabulary: z.array(z.string()),
      taught: revision,
    }),
    z.object({
      regions: z.array(regionSchema),
      links: z.array(linkSchema),
      remarks: z.array(messageTextSchema),
      milliseconds: z.number(),
    }),
  ),
  /** Whether the process has learned from these examples. */
  isTaught: once(z.object({ revision: z.string() }), z.boolean()),
  /** Learns names from examples, the oldest first, in place of what it had learned. */
  teach: once(
    z.object({ revision: z.string(), examples: z.array(z.object({ word: z.string(), features })) }),
    z.null(),
  ),
  /** Features by which regions are recognised again. */
  regionFeatures: once(aligned.extend({ regions }), z.object({ features: z.array(features) })),
}
