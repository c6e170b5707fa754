import { z } from 'zod'
import { promotionEntrySchema } from '../../contract/models'
import type { PromotionEntry } from '../../contract/models'
import { nameWordsSchema } from '../../contract/names'
import type { NameWords } from '../../contract/names'
import { captionLanguageSchema, changeDefinitionSchema } from '../../contract/project'
import type { CaptionLanguage } from '../../contract/project'
import { SPLIT_NAMES } from '../../dataset/export/assign-splits'
import type { SplitName } from '../../dataset/export/assign-splits'
import { addedSlicesSchema } from '../../dataset/slice-pairs'
import type { AddedSlices } from '../../dataset/slice-pairs'
import { mapOf } from '../../basics/map-of'
import { valueMappingSchema } from '../../domain/value-mapping'
import type { ValueMapping } from '../../domain/value-mapping'
import type { MetaTable } from '../../store/json'
import type { KnownSides } from '../../training/data/split'

/** A fact of a project that the engine keeps in its store. */
interface Setting<T> {
  /** In the store: never another one. */
  readonly name: string
  /** @param stored null where nothing is */
  read(stored: string | null): T
  write(value: T): string
}

export function getSetting<T>(meta: MetaTable, { name, read }: Setting<T>): T {
  return read(meta.get(name))
}

export function setSetting<T>(meta: MetaTable, { name, write }: Setting<T>, value: T): void {
  meta.set(name, write(value))
}

/** Nobody else changes it between the reading and the writing. */
export function changeSetting<T>(
  meta: MetaTable,
  { name, read, write }: Setting<T>,
  change: (value: T) => T,
): void {
  meta.change(name, (stored) => write(change(read(stored))))
}

const thresholdSchema = z.object({
  model: z.string(),
  /** Null if no other than the model's own is better. */
  threshold: z.number().nullable(),
  /** Reviewed pairs when it was chosen. */
  pairs: z.int(),
})
export type ChosenThreshold = z.infer<typeof thresholdSchema>

/** All of them. */
export const projectSettings = {
  /** Id of the reading that the pairs are of; null in a new store. */
  reading: text('reading'),
  /** Hash of the pairs that the folder was last read as. */
  contents: text('contents'),
  /** The kind of the images, a space, and `contents` then. */
  sceneKind: text('scene-kind'),
  /** The proposer whose proposals are shown since a promotion was rolled back. */
  shownProposer: text('shown-proposer'),
  /** The secret of hashed keys; empty where keys are the names of files. */
  keySecret: words('key-secret', z.string(), ''),
  /** What counts as change; empty where nobody has said it, or the stored text is damaged. */
  changeDefinition: {
    ...words<string>('change-definition', changeDefinitionSchema.catch(''), ''),
    write: (value: string) => value.trim(),
  },
  /** English where nobody has chosen one, or another version's is stored. */
  captionLanguage: words<CaptionLanguage>('caption-language', captionLanguageSchema.catch('en'), 'en'),
  /** Words for the detector's kinds; none where what is stored is damaged. */
  nameWords: forgiving<NameWords>(json('name-words', nameWordsSchema, '{}'), {}),
  /** None where what is stored is damaged. */
  addedSlices: forgiving<AddedSlices>(json('added-slices', addedSlicesSchema, '{}'), {}),
  valueMapping: json<ValueMapping>('value-mapping', valueMappingSchema, 'null'),
  threshold: json<ChosenThreshold | null>('threshold', thresholdSchema.nullable().catch(null), 'null'),
  promotions: json<PromotionEntry[]>('promotions', z.array(promotionEntrySchema).catch([]), '[]'),
  trainingSplit: trainingSplit(),
  exportSplits: exportSplits(),
}

function text(name: string): Setting<string | null> {
  // null is written nowhere
  return { name, read: (stored) => stored, write: (value) => value ?? '' }
}

function words<T extends string>(name: string, schema: z.ZodType<T>, none: T): Setting<T> {
  return { name, read: (stored) => schema.parse(stored ?? none), write: (value) => value }
}

/** Reading throws where the text is no JSON, or not as the schema says. */
function json<T>(name: string, schema: z.ZodType<T>, none: string): Setting<T> {
  return { name, read: (stored) => schema.parse(JSON.parse(stored ?? none)), write: JSON.stringify }
}

function forgiving<T>({ name, read, write }: Setting<T>, none: T): Setting<T> {
  return {
    name,
    read(stored) {
      try {
        return read(stored)
      } catch {
        return none
      }
    },
    write,
  }
}

/** The side of each pair in training, by key. */
function trainingSplit(): Setting<KnownSides> {
  const schema = mapOf(z.enum(['train', 'held-out'])).catch(new Map())
  return {
    ...json<KnownSides>('training-split', schema, '{}'),
    write: (sides) => JSON.stringify(Object.fromEntries(sides)),
  }
}

/**
 * The split of each pair in the last export that had it, by key; of pairs that the source gives none. Stored as keys by
 * split: an object with 100,000 fields takes 0.25 s to read, three lists 0.03 s.
 */
function exportSplits(): Setting<ReadonlyMap<string, SplitName>> {
  const keys = z.array(z.string()).default([])
  const schema = z.object({ train: keys, val: keys, test: keys }).catch({ train: [], val: [], test: [] })
  return {
    name: 'export-splits',
    read(stored) {
      const given = schema.parse(JSON.parse(stored ?? '{}'))
      return new Map(SPLIT_NAMES.flatMap((split) => given[split].map((key) => [key, split] as const)))
    },
    write: (splits) =>
      JSON.stringify(
        Object.fromEntries(
          SPLIT_NAMES.map((name) => [
            name,
            [...splits].flatMap(([key, split]) => (split === name ? [key] : [])),
          ]),
        ),
      ),
  }
}
