import { z } from 'zod'
import { pairSchema, reviewStateSchema } from '../domain/pair'
import { pairWindowSchema, valueMappingSchema } from '../domain/value-mapping'
import { sequenceNameSchema } from '../domain/sequence'
import { messageTextSchema } from '../messages/message'

/** A file that belongs to no pair, and why; or a folder that stands for `count` of its files. */
export const leftOutSchema = z.object({
  path: z.string(),
  reason: messageTextSchema,
  count: z.int().optional(),
})
export type LeftOut = z.infer<typeof leftOutSchema>

/** One way to read a folder as pairs. */
export const readingSchema = z.object({
  /** For example `a-b-folders`; chosen by this name in `project.open`. */
  id: z.string(),
  /** For the user: "A/ and B/ folders, with label/". */
  title: messageTextSchema,
  pairCount: z.int(),
  labelCount: z.int(),
  leftOutCount: z.int(),
  /** The first few, for the user to look at. */
  leftOut: z.array(leftOutSchema),
  examples: z.array(z.object({ key: z.string(), before: z.string(), after: z.string() })),
})
export type Reading = z.infer<typeof readingSchema>

export const stateCountsSchema = z.record(reviewStateSchema, z.int())
export type StateCounts = z.infer<typeof stateCountsSchema>

/** Rendered scenes as in the Blocks world and CLEVR, or all other images. */
export const sceneKindSchema = z.enum(['rendered', 'photographs'])
export type SceneKind = z.infer<typeof sceneKindSchema>

/** The samples that ship with the program. */
export const SAMPLE_NAMES = ['rendered', 'everyday', 'aerial'] as const
export const sampleNameSchema = z.enum(SAMPLE_NAMES)
export type SampleName = z.infer<typeof sampleNameSchema>

/** The program that has a project open for editing. */
export const holderSchema = z.object({
  /** For the user: "the Deltascribe window". */
  program: z.string().min(1).max(200),
  pid: z.int(),
  host: z.string().max(300),
  /** Milliseconds since 1970. */
  since: z.number(),
})
export type Holder = z.infer<typeof holderSchema>

/** A project that another program has open for editing is shown, and nothing is stored. */
export const viewOnlySchema = z.object({
  /** Null where its name could not be read. */
  holder: holderSchema.nullable(),
  /** It has closed the project, or died, so that this program can open it for editing. */
  hasClosed: z.boolean(),
})
export type ViewOnly = z.infer<typeof viewOnlySchema>

/** What counts as change here, in a person's words: "new and demolished buildings; not cars". Empty for no such text. */
export const changeDefinitionSchema = z.string().max(2000)

/** A question to a language model, with what counts as change; as it was where that is empty. */
export function withChangeDefinition(question: string, changeDefinition: string): string {
  return changeDefinition === '' ? question : `${question}\nWhat counts as change: ${changeDefinition}`
}

/** Of captions that the program makes from measurements and names; BCP 47 tags. */
export const captionLanguageSchema = z.enum(['en', 'zh-Hans', 'de'])
export type CaptionLanguage = z.infer<typeof captionLanguageSchema>

/** Their names in English. */
export const CAPTION_LANGUAGE_NAMES: Readonly<Record<CaptionLanguage, string>> = {
  en: 'English',
  'zh-Hans': 'Simplified Chinese',
  de: 'German',
}

/** A question to a language model, with the language to answer in; as it was where that is English. */
export function withAnswerLanguage(question: string, language: CaptionLanguage): string {
  return language === 'en' ? question : `${question}\nAnswer in ${CAPTION_LANGUAGE_NAMES[language]}.`
}

/** A second reading is a rival from half the pairs of the first on. */
const RIVAL_SHARE = 0.5

/** Whether another reading is about as likely as the best. @param readings best first */
export function hasRival(readings: readonly Pick<Reading, 'pairCount'>[]): boolean {
  const [best, ...others] = readings
  return others.some(({ pairCount }) => pairCount >= RIVAL_SHARE * best.pairCount)
}

/** How many pairs came, and how many went out of sight, where a folder was read again. */
export const takenInSchema = z.object({ added: z.int(), gone: z.int() })
export type TakenIn = z.infer<typeof takenInSchema>

export const projectSchema = z.object({
  folder: z.string(),
  name: z.string(),
  reading: readingSchema,
  /** Every reading that finds pairs, best first. */
  readings: z.array(readingSchema),
  pairCount: z.int(),
  counts: stateCountsSchema,
  changeDefinition: changeDefinitionSchema,
  captionLanguage: captionLanguageSchema,
  /** What its models see by, and people where a pair has no window of its own. */
  mapping: valueMappingSchema,
  /** Found from a few of the images; decides which of the models that came with the program is used. */
  sceneKind: sceneKindSchema,
  /** Path of the store. The notice says why it is not beside the images, or that the images are a copy; else null. */
  storePath: z.string(),
  storeNotice: messageTextSchema.nullable(),
  /** It lies in a database: others may work on it at the same time. */
  isShared: z.boolean(),
  /** Null where this program has it open for editing. */
  viewOnly: viewOnlySchema.nullable(),
})
export type Project = z.infer<typeof projectSchema>

export const recentProjectSchema = z.object({
  folder: z.string(),
  name: z.string(),
  /** Milliseconds since 1970. */
  openedAt: z.number(),
  pairCount: z.int(),
  reviewedCount: z.int(),
  exists: z.boolean(),
  /** Where its images lie in one. The endpoint is null for Amazon's. */
  bucket: z.object({ address: z.string(), endpoint: z.string().nullable() }).nullable(),
})
export type RecentProject = z.infer<typeof recentProjectSchema>

/** Data of a row of the queue. */
export const pairRowSchema = pairSchema
  .pick({ id: true, key: true, split: true, width: true, height: true, problem: true, sequence: true })
  .extend({
    state: reviewStateSchema,
    regionCount: z.int(),
    /** First caption. */
    caption: z.string().nullable(),
    /** Change score of the newest proposal, 0 to 1. */
    score: z.number().nullable(),
    /** IoU that the newest proposal expects of its masks, 0 to 1; null if it cannot tell. */
    expectedIou: z.number().nullable(),
    /** Agreement of captions and regions of the newest proposal, 0 to 1; null if its proposer gives none. */
    agreement: z.number().nullable(),
    /** Grows with every change to the pair; part of the picture URLs. */
    version: z.int(),
    window: pairWindowSchema.nullable(),
  })
export type PairRow = z.infer<typeof pairRowSchema>

/** Of the newest proposal of each proposer. */
const proposerFilterSchema = z.object({
  /** Name of a proposer, as in its proposals. */
  proposer: z.string().min(1).max(200),
  /** Another one, to compare it with; null for none. */
  against: z.string().min(1).max(200).nullable().default(null),
  /** Change score of the first one. */
  minScore: z.number().min(0).max(1).default(0),
  maxScore: z.number().min(0).max(1).default(1),
  /** How far the masks of both lie apart: 1 - IoU. */
  minDistance: z.number().min(0).max(1).default(0),
})
export type ProposerFilter = z.input<typeof proposerFilterSchema>

export const pairFilterSchema = z.object({
  states: z.array(reviewStateSchema).nullable(),
  /** Part of a key, a caption or a category, any case. */
  search: z.string().max(500),
  /** Only pairs with, or only without, a problem; null for both. */
  hasProblem: z.boolean().nullable(),
  /** Only pairs with a region of this name that is not rejected; null for all. */
  category: z.string().max(120).nullable().default(null),
  /** Only pairs with a proposal of one proposer, or of two; null for all. */
  proposers: proposerFilterSchema.nullable().default(null),
  /** Only pairs of this sequence; null for all. */
  sequence: sequenceNameSchema.nullable().default(null),
  /** Only pairs whose blind reviews are all decided, and that nobody has adjudicated. */
  isToAdjudicate: z.boolean().default(false),
  /** The pair that the order `similarity` is about; leaves no pair out. */
  likeId: z.int().nullable().default(null),
})
export type PairFilter = z.input<typeof pairFilterSchema>

/** Pairs that an export or a run would take. */
export const pairSelectionSchema = z.object({
  states: z.array(reviewStateSchema),
  /** As in the filter. */
  search: z.string().max(500).default(''),
})
export type PairSelection = z.infer<typeof pairSelectionSchema>

export const pairTotalsSchema = z.object({
  pairCount: z.int(),
  /** Regions that are not rejected. */
  regionCount: z.int(),
  captionCount: z.int(),
})
export type PairTotals = z.infer<typeof pairTotalsSchema>

export const pairOrderSchema = z.enum([
  'key',
  'score-descending',
  'score-ascending',
  'uncertainty',
  'disagreement',
  'name',
  // by the proposers of the filter
  'proposer-score-descending',
  'proposer-score-ascending',
  'proposer-distance',
  // how far blind reviews lie apart, the farthest first
  'review-disagreement',
  // by the embeddings of the pairs
  'diverse',
  'similarity',
  // those of one place together, by date
  'sequence',
])
export type PairOrder = z.infer<typeof pairOrderSchema>
