import { z } from 'zod'
import { captionMaskScoreSchema, captionSchema, linkSchema, regionSchema } from '../domain/document'
import { homographySchema } from '../domain/pair'
import { messageTextSchema } from '../messages/message'

export const providerNameSchema = z.enum(['cpu', 'webgpu', 'cuda', 'dml', 'coreml'])
export type ProviderName = z.infer<typeof providerNameSchema>

/** Of weights and activations: 32 bits a number, or 16 wherever the graph bears it. */
export const precisionSchema = z.enum(['full', 'half'])
export type Precision = z.infer<typeof precisionSchema>

/** One execution provider, tried alone in a process of its own against a known answer. */
export const providerReportSchema = z.object({
  name: providerNameSchema,
  isUsable: z.boolean(),
  /** Why it cannot be used, or null. */
  reason: messageTextSchema.nullable(),
  /** Largest difference to the known answer. */
  maxError: z.number().nullable(),
  /** One run of the probe graph after warming up. */
  milliseconds: z.number().nullable(),
  /** Name of the device by its driver, if it gives one. */
  device: z.string().nullable(),
})
export type ProviderReport = z.infer<typeof providerReportSchema>

export const providerStatusSchema = z.object({
  reports: z.array(providerReportSchema),
  /** The user's choice. */
  wanted: z.union([z.literal('auto'), providerNameSchema]),
  /** Provider that proposals run on; null while probing. */
  inUse: providerNameSchema.nullable(),
  /** Of the proposals that are made now, where it is another one: the device is being compared with it, is slower for their model, or wrong. */
  proposesOn: providerNameSchema.optional(),
  /** Of the proposals that are made now; full where it is absent. */
  precision: precisionSchema.optional(),
  /** Why `inUse` is not `wanted`, in words; null where it is. */
  notice: messageTextSchema.nullable(),
  /** A provider was given up, passed no test, or replaces the user's choice; not merely the CPU on `auto`. */
  isFallback: z.boolean(),
})
export type ProviderStatus = z.infer<typeof providerStatusSchema>

/**
 * Questions about a person's work that a model can answer (`chain.` commands): captions for their masks, the rest of
 * a caption that they began, masks for their caption, whether both agree, and masks at another threshold.
 */
export const modelQuestionSchema = z.enum(['recaption', 'complete', 'remask', 'agree', 'threshold'])
export type ModelQuestion = z.infer<typeof modelQuestionSchema>

export const proposerSchema = z.object({
  /** `difference`, or a model's id. */
  name: z.string(),
  title: z.string(),
  description: messageTextSchema,
  isModel: z.boolean(),
  /** Empty for a proposer that is no model. */
  answers: z.array(modelQuestionSchema),
  isAvailable: z.boolean(),
  /** Why it cannot be used; null where it can. */
  reason: messageTextSchema.nullable(),
  /** Makes the proposals now. */
  isInUse: z.boolean(),
  /** Nobody chose it: a question that it cannot answer goes to the first model that can. */
  isAutomatic: z.boolean(),
  /**
   * Probability from which on a pixel counts as changed in the open folder; unused if it does not answer `threshold`.
   */
  threshold: z.number(),
})
export type Proposer = z.infer<typeof proposerSchema>

/** The proposer that needs no model, used if a model cannot be. */
export const DIFFERENCE_PROPOSER = 'difference'
/** Measured difference, with masks that follow the outlines of Segment Anything 2. */
export const OUTLINES_PROPOSER = 'difference+sam2'

/** In settings: a model that came with the program, else `difference`. */
export const AUTOMATIC_PROPOSER = 'auto'

/** The regions and captions that a proposer gave for a pair. Never changed once stored. */
export const proposalSchema = z.object({
  id: z.int(),
  pairId: z.int(),
  /** Milliseconds since 1970. */
  madeAt: z.number(),
  proposer: z.string(),
  /** Version of the proposer or model; of an offer, of the mask file that it was read from. */
  version: z.string(),
  provider: providerNameSchema,
  /** Stage name to milliseconds; `total` among them. */
  milliseconds: z.record(z.string(), z.number()),
  /** Probability that anything changed at all, 0 to 1. */
  score: z.number().min(0).max(1),
  /** IoU of its masks with the truth, as it expects it; absent if it cannot tell. */
  expectedIou: z.number().min(0).max(1).optional(),
  alignment: homographySchema.nullable(),
  /** Remarks for the user: "the view moved by 12 px", "could not align". */
  remarks: z.array(messageTextSchema),
  regions: z.array(regionSchema),
  captions: z.array(captionSchema),
  /** Links from spans of its captions to its regions. */
  links: z.array(linkSchema),
  /** Null if the proposer does not rate itself. */
  agreement: captionMaskScoreSchema.nullable(),
})
export type Proposal = z.infer<typeof proposalSchema>

/** The proposal without masks and captions, for lists and the panel. */
export const proposalSummarySchema = proposalSchema
  .omit({ regions: true, captions: true, links: true })
  .extend({ regionCount: z.int() })
export type ProposalSummary = z.infer<typeof proposalSummarySchema>

/** Number of a folder's pairs that have a proposal. Masks and captions that lay beside the images do not count. */
export const proposalCoverageSchema = z.object({
  pairs: z.int(),
  /** Pairs with a proposal by any proposer. */
  proposed: z.int(),
  /** Pairs that the queue would propose for if it were started. */
  missing: z.int(),
  /** Pairs whose proposal gets its names later; 0 where nothing can be named. */
  unnamed: z.int(),
})
export type ProposalCoverage = z.infer<typeof proposalCoverageSchema>

/** Parts of a pair that is too large to be compared whole: those that were proposed for, of all. */
export const partsDoneSchema = z.object({ done: z.int(), total: z.int() })
export type PartsDone = z.infer<typeof partsDoneSchema>

/** Pairs whose proposals were named, of all that waited for names. */
export const namesDoneSchema = z.object({ done: z.int(), total: z.int() })
export type NamesDone = z.infer<typeof namesDoneSchema>

/** What proposals spend their time on. `regions`: finding and describing them after the network. */
export const workPartSchema = z.enum(['decoding', 'registration', 'network', 'regions', 'naming', 'storing'])
export type WorkPart = z.infer<typeof workPartSchema>

const workShareSchema = z.object({ part: workPartSchema, share: z.number().min(0).max(1) })
export type WorkShare = z.infer<typeof workShareSchema>

/** The queue of proposals that runs ahead of the user. `done`, `failed` and `total` count its last run. */
export const queueStatusSchema = z.object({
  isRunning: z.boolean(),
  proposer: z.string(),
  done: z.int(),
  failed: z.int(),
  total: z.int(),
  /** Once every pair of the run has a proposal, while things are named; else null. */
  naming: namesDoneSchema.nullable(),
  /** Pairs a second over the last 20, or null at the start: proposed for, and then named. */
  rate: z.number().nullable(),
  secondsLeft: z.number().nullable(),
  /** The pair being worked on. */
  currentKey: z.string().nullable(),
  /** Of the large pair being worked on, in this run or by itself; null while there is none. */
  parts: partsDoneSchema.nullable(),
  /** Shares of the time of the proposals of the last minute, the largest first: the first one holds the queue back. */
  work: z.array(workShareSchema),
  /** Coverage of the whole folder; null while the queue runs, and if the store cannot be read. */
  coverage: proposalCoverageSchema.nullable(),
})
export type QueueStatus = z.infer<typeof queueStatusSchema>

/** The proposer name of masks and captions that lay beside the images: offered, not proposed by a model. */
export const LABEL_PROPOSER = 'label'

/** Begins the proposer name of predictions that the user imported; no other proposer has a colon in its name. */
export const IMPORTED_PREFIX = 'import:'

/** The name that the user gave to imported predictions; null for other proposers. */
export function importedName(proposer: string): string | null {
  return proposer.startsWith(IMPORTED_PREFIX) ? proposer.slice(IMPORTED_PREFIX.length) : null
}

/** The proposer name of regions that were carried from the pair before in a sequence: offered, as imported ones are. */
export const CARRIED_PROPOSER = 'carried'

/** Whether people brought its proposals, from files or from another pair. No document begins from one. */
export function isBrought(proposer: string): boolean {
  return proposer === CARRIED_PROPOSER || importedName(proposer) !== null
}

/** Whether its proposals are offers, which a pair shows only where a person takes them. */
export function isOfferedOnly(proposer: string): boolean {
  return proposer === LABEL_PROPOSER || isBrought(proposer)
}
