import { z } from 'zod'
import { captionSchema, regionSchema } from '../domain/document'
import { reviewStateSchema } from '../domain/pair'
import { failureSchema } from './errors'
import { comparisonOutcomeSchema } from './model-comparison'
import { providerNameSchema } from './proposal'
import { messageTextSchema } from '../messages/message'

/** Fine-tuning on reviewed pairs: the plan, the run, and the comparison of its model with the first one. */

/** About 2, 10 and 40 minutes; the plan has the minutes for this machine. */
export const trainingPresetSchema = z.enum(['quick', 'standard', 'thorough'])
export type TrainingPreset = z.infer<typeof trainingPresetSchema>
export const trainingPresets = trainingPresetSchema.options

/**
 * Pairs that are never on different sides of the split. Pairs that share a frame or look alike always count as one;
 * beyond that `automatic` keeps the frames of a sequence together, `folder` all pairs of a folder, and `prefix` those
 * whose file names begin with the same letters.
 */
export const groupingSchema = z.discriminatedUnion('by', [
  z.object({ by: z.literal('automatic') }),
  z.object({ by: z.literal('folder') }),
  z.object({ by: z.literal('prefix'), length: z.int().min(1).max(200) }),
])
export type Grouping = z.infer<typeof groupingSchema>

/** Defaults. */
export const TRAINING_DEFAULTS = { rate: 3e-4, batch: 16, replay: 0.2, heldOut: 0.2 } as const

/** What trains: a provider by name, or the faster one of those that give the right answer. */
export const trainingProviderSchema = z.union([z.literal('auto'), providerNameSchema])
export type TrainingProvider = z.infer<typeof trainingProviderSchema>

/** Options with safe defaults; null takes the default. */
export const advancedTrainingSchema = z.object({
  /** Highest learning rate. */
  rate: z.number().positive().max(0.1).nullable().default(null),
  /** Samples in a step. */
  batch: z.int().min(1).max(256).nullable().default(null),
  /** Ends after so many steps, whatever the preset says. */
  steps: z.int().min(1).max(1_000_000).nullable().default(null),
  /** Share of each batch that is synthetic, against forgetting. */
  replay: z.number().min(0).max(0.9).nullable().default(null),
  /** Share of the pairs that is held out. */
  heldOut: z.number().min(0.05).max(0.5).nullable().default(null),
  /** False if pictures have no upside (boards, aerial pictures): they may then be flipped vertically as well. */
  isUpright: z.boolean().default(true),
  threads: z.int().min(1).max(256).nullable().default(null),
  provider: trainingProviderSchema.default('auto'),
  seed: z.int().min(1).max(1_000_000).default(1),
})
export type AdvancedTraining = z.infer<typeof advancedTrainingSchema>

/** On the machine of the program that is asked, or on a worker of a project that lies in a database. */
export const jobPlaceSchema = z.enum(['here', 'workers'])
export type JobPlace = z.infer<typeof jobPlaceSchema>

export const trainingOptionsSchema = z.object({
  states: z.array(reviewStateSchema).min(1).default(['accepted', 'corrected']),
  /** As in the queue: part of a key, a caption or a category. */
  search: z.string().max(500).default(''),
  grouping: groupingSchema.default({ by: 'automatic' }),
  preset: trainingPresetSchema.default('standard'),
  /** The model to begin with; null takes the one in use, else one that came with the program. */
  from: z.string().max(200).nullable().default(null),
  advanced: advancedTrainingSchema.prefault({}),
  on: jobPlaceSchema.default('here'),
})
export type TrainingOptions = z.infer<typeof trainingOptionsSchema>
/** Options as they are sent: a missing one takes its default. */
export type TrainingOptionsInput = z.input<typeof trainingOptionsSchema>

export const shortageSchema = z.object({
  code: z.enum([
    'few-pairs',
    'one-group',
    'few-held-out',
    'held-out-as-proposed',
    'no-change',
    'no-unchanged',
    'unmarked',
    'no-captions',
    'rare-category',
    'categories-not-learned',
    'masks-alone',
    'no-model',
    'estimated',
  ]),
  /** A sentence: what is too little, and what to do; or what was not checked. */
  message: messageTextSchema,
  /** No run can be started. */
  isFatal: z.boolean(),
})
export type Shortage = z.infer<typeof shortageSchema>

/** The training data of a run with these options. */
export const trainingPlanSchema = z.object({
  /** Pairs that would be used, both sides together. */
  pairCount: z.int(),
  byState: z.partialRecord(reviewStateSchema, z.int()),
  /** Most frequent first. */
  byCategory: z.array(
    z.object({
      category: z.string(),
      pairs: z.int(),
      regions: z.int(),
      /** Whether the category is new to the model. */ isNew: z.boolean(),
    }),
  ),
  unchangedCount: z.int(),
  /** False: the model to begin with learns masks alone, so captions are not counted below. */
  learnsCaptions: z.boolean(),
  /** First captions by number of words: up to 5, 10, 20 and 40, and longer (`to` null). */
  byCaptionLength: z.array(z.object({ from: z.int(), to: z.int().nullable(), captions: z.int() })),
  withoutCaption: z.int(),
  /** Captions longer than the model's; only their first clauses are used. */
  tooLongCaptions: z.int(),
  /** Words that the vocabulary would gain. */
  newWords: z.array(z.string()),
  groupCount: z.int(),
  train: z.int(),
  heldOut: z.int(),
  /** Number of these that an earlier run in this project held out. */
  heldOutBefore: z.int(),
  /** Number of these whose masks are those that the model proposed; 0 where pairs are too many to be read. */
  heldOutAsProposed: z.int(),
  shortages: z.array(shortageSchema),
  /** Pairs that cannot be used, with the reason. */
  leftOut: z.array(z.object({ key: z.string(), reason: messageTextSchema })),
  /** Minutes for each preset, comparison included; null before a step was measured on this machine. */
  minutes: z.record(trainingPresetSchema, z.number()).nullable(),
  /** The model that it would begin with; null where there is none. */
  from: z.string().nullable(),
  canStart: z.boolean(),
})
export type TrainingPlan = z.infer<typeof trainingPlanSchema>

/** `interrupted`: its process or the program ended; it can be resumed like a paused one. */
export const trainingStateSchema = z.enum(['running', 'paused', 'interrupted', 'done', 'failed', 'cancelled'])
export type TrainingState = z.infer<typeof trainingStateSchema>

export const trainingPhaseSchema = z.enum(['preparing', 'measuring', 'training', 'comparing', 'saving'])
export type TrainingPhase = z.infer<typeof trainingPhaseSchema>

export const trainingRunSchema = z.object({
  /** `20261121-224500-5f0c21ab` */
  id: z.string(),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
  options: trainingOptionsSchema,
  from: z.string(),
  state: trainingStateSchema,
  phase: trainingPhaseSchema,
  /** For the user: the present work, the reason of a stop, or the result. */
  message: messageTextSchema,
  train: z.int(),
  heldOut: z.int(),
  step: z.int(),
  /** 0 until the number is known. */
  steps: z.int(),
  secondsSpent: z.number(),
  secondsLeft: z.number().nullable(),
  failure: failureSchema.nullable(),
  /** The id of its model in the user's folder. The model is not in use until it is promoted. */
  model: z.string().nullable(),
  verdict: comparisonOutcomeSchema.nullable(),
})
export type TrainingRun = z.infer<typeof trainingRunSchema>

/** A held-out pair as the model in training proposes it. */
export const trainingExampleSchema = z.object({
  pairId: z.int(),
  key: z.string(),
  /** Change score, 0 to 1. */
  score: z.number(),
  regions: z.array(regionSchema),
  captions: z.array(captionSchema),
})
export type TrainingExample = z.infer<typeof trainingExampleSchema>

/**
 * Output of a trainer while it runs, one JSON object a line on its standard output (docs/trainers.md). The built-in
 * trainer sends the same.
 */
export const trainingLineSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('phase'),
    phase: trainingPhaseSchema,
    message: messageTextSchema,
    done: z.int().optional(),
    total: z.int().optional(),
  }),
  z.object({
    type: z.literal('step'),
    step: z.int(),
    steps: z.int(),
    /** Learning rate. */
    rate: z.number(),
    loss: z.number(),
    /** Its parts by name. */
    terms: z.record(z.string(), z.number()),
    pairsPerSecond: z.number(),
    secondsLeft: z.number().nullable(),
  }),
  /** On held-out pairs, with the present weights. */
  z.object({
    type: z.literal('score'),
    step: z.int(),
    /** Score by which the best weights are chosen, 0 to 1. */
    score: z.number(),
    maskIou: z.number(),
    /** Mean probability of the next word of true captions; null without captions. */
    wordProbability: z.number().nullable(),
    isBest: z.boolean(),
  }),
  z.object({ type: z.literal('examples'), step: z.int(), examples: z.array(trainingExampleSchema) }),
  z.object({ type: z.literal('notice'), message: messageTextSchema }),
  /** The last line of a successful run: the path of its model package. */
  z.object({ type: z.literal('done'), model: z.string() }),
  z.object({ type: z.literal('failed'), message: messageTextSchema }),
])
export type TrainingLine = z.infer<typeof trainingLineSchema>

/** The lines of a run so far, for the curves; steps are thinned to at most about 500. */
export const trainingHistorySchema = z.object({
  steps: z.array(
    z.object({ step: z.int(), rate: z.number(), loss: z.number(), terms: z.record(z.string(), z.number()) }),
  ),
  scores: z.array(
    z.object({
      step: z.int(),
      score: z.number(),
      maskIou: z.number(),
      wordProbability: z.number().nullable(),
      isBest: z.boolean(),
    }),
  ),
  /** The latest examples. */
  examples: z.array(trainingExampleSchema),
  notices: z.array(messageTextSchema),
})
export type TrainingHistory = z.infer<typeof trainingHistorySchema>

/** Both models' proposals for one held-out pair. */
export const comparedProposalsSchema = z.object({
  before: trainingExampleSchema,
  after: trainingExampleSchema,
})
export type ComparedProposals = z.infer<typeof comparedProposalsSchema>
