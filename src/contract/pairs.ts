import { messageTextSchema } from '../messages/message'
import { z } from 'zod'
import { once, idempotent, nothing, pairId, storePath } from './define'
import { eventIdSchema, madeOnSchema } from './made-on'
import {
  captionSchema,
  captionMaskScoreSchema,
  linkSchema,
  namedMasksSchema,
  regionSchema,
  documentSchema,
} from '../domain/document'
import { pairGeoreferenceSchema } from '../domain/georeference'
import { diffSchema, MOST_CHANGES } from '../domain/diff'
import { rleSchema } from '../mask/rle'
import {
  pairFilterSchema,
  pairOrderSchema,
  pairRowSchema,
  pairSelectionSchema,
  pairTotalsSchema,
  stateCountsSchema,
} from './project'
import { proposalSchema, proposalSummarySchema, queueStatusSchema } from './proposal'
import { blindReviewSchema } from './overlap'
import { pairSchema } from '../domain/pair'
import { pairWindowSchema } from '../domain/value-mapping'
import { valueFactsSchema } from './value-facts'

const eventKindSchema = z.enum(['edit', 'undo', 'redo', 'system'])

/** One entry of a pair's history, without its diff. */
const historyEntrySchema = z.object({
  eventId: eventIdSchema,
  kind: eventKindSchema,
  /** "Brush stroke", "Caption edited". */
  label: z.string(),
  actor: z.string(),
  at: z.number(),
  /** Undone by a later entry, so not part of the present state. */
  isUndone: z.boolean(),
})
export type HistoryEntry = z.infer<typeof historyEntrySchema>

const openPairSchema = z.object({
  pair: pairSchema,
  document: documentSchema,
  /** Number of the last event; grows by one with each. */
  version: z.int(),
  /** Labels of what undo and redo would do, or null. */
  undoLabel: z.string().nullable(),
  redoLabel: z.string().nullable(),
  /** Summary of the proposal that an untouched pair shows, else of the newest; or null. */
  proposal: proposalSummarySchema.nullable(),
  /** The proposal that the document began from; null if a person was first, or none was made. */
  baseProposalId: z.int().nullable(),
  /** Of a pair that several people review blindly; absent for any other. */
  review: blindReviewSchema.optional(),
})
export type OpenPair = z.infer<typeof openPairSchema>

/** Result of an edit; the caller applies `diff` to its document, or fetches the pair anew. */
const editResultSchema = z.object({
  pairId: z.int(),
  version: z.int(),
  /** The applied diff: of the edit itself, of its undo or of its redo. */
  diff: diffSchema,
  undoLabel: z.string().nullable(),
  redoLabel: z.string().nullable(),
})
export type EditResult = z.infer<typeof editResultSchema>

const decisionSchema = z.enum(['accept', 'reject', 'flag', 'reopen'])
export type Decision = z.infer<typeof decisionSchema>

/** Image pixels, origin at the top-left corner; a pixel's centre lies at its index plus 0.5. */
const coordinate = z.number().min(-1e5).max(1e5)

const promptPointSchema = z.object({
  x: coordinate,
  y: coordinate,
  /** True: the point lies on the thing. False: it lies beside it. */
  isInside: z.boolean(),
})
export type PromptPoint = z.infer<typeof promptPointSchema>

export const promptsSchema = z.object({
  points: z.array(promptPointSchema).max(64),
  box: z
    .object({ x: coordinate, y: coordinate, width: coordinate.positive(), height: coordinate.positive() })
    .nullable(),
  /** The present mask, to be corrected. */
  mask: rleSchema.nullable(),
})
export type Prompts = z.infer<typeof promptsSchema>

/**
 * An edit of a pair, counted once by its id. Pair numbers start anew in every project: with the `storePath` of its
 * project, an edit that comes after another project was opened fails with `conflict`.
 */
const editOfPair = pairId.extend({
  eventId: eventIdSchema,
  storePath,
  /**
   * The proposal that the user saw: a decision on it, or a change of its regions, after another one came is a
   * `conflict`.
   */
  baseProposalId: z.int().nullable().optional(),
  madeOn: madeOnSchema.optional(),
})
/** How a proposal lies beside the document or another proposal. */
const proposalComparisonSchema = z.object({
  proposalId: z.int(),
  /** Of the unions of their masks in the after frame; null where they are of images of several sizes. */
  iou: z.number().nullable(),
  /** The first one. */
  caption: z.string().nullable(),
})
export type ProposalComparison = z.infer<typeof proposalComparisonSchema>

const regionsOfPair = z.array(namedMasksSchema).max(1000)
const typed = z.string().max(2000)
/** The model that answered. */
const answer = z.object({ model: z.string(), version: z.string(), milliseconds: z.number() })

/** Pairs: finding, editing, deciding, proposals, questions to a model, masks from clicks. */
export const pairCommands = {
  /** Ids in order; fetch what is on screen with `pairs.rows`. */
  'pairs.find': idempotent(
    z.object({ filter: pairFilterSchema, order: pairOrderSchema }),
    z.object({
      ids: z.array(z.int()),
      counts: stateCountsSchema,
      /** Whether any pair has one, in the filter or not. */
      hasAgreement: z.boolean(),
      /** In the order `sequence`: the pairs of each from this place of `ids` on. Null for those of none. */
      groups: z.array(z.object({ sequence: z.string().nullable(), start: z.int() })),
    }),
  ),
  'pairs.rows': idempotent(z.object({ ids: z.array(z.int()).max(2000) }), z.array(pairRowSchema)),
  'pairs.get': idempotent(pairId, openPairSchema),
  /** Fails with `conflict` where the diff does not fit the document any more, `stale` as `madeOn` says. */
  'pairs.edit': idempotent(
    editOfPair.extend({ label: z.string().min(1).max(200), diff: diffSchema.max(MOST_CHANGES) }),
    editResultSchema,
  ),
  'pairs.undo': idempotent(editOfPair, editResultSchema),
  'pairs.redo': idempotent(editOfPair, editResultSchema),
  /**
   * `accept` becomes `accepted` where the document is as proposed, else `corrected`. Counts as an edit.
   * `milliseconds` is the time the person spent on the pair since opening it.
   */
  'pairs.decide': idempotent(
    editOfPair.extend({ decision: decisionSchema, milliseconds: z.number().min(0) }),
    editResultSchema,
  ),
  /** By the headers of its files alone; null for a pair of ordinary images. */
  'pairs.georeference': idempotent(pairId, pairGeoreferenceSchema.nullable()),
  /** How it is shown: no edit, and no part of its history. Null for the project's window. */
  'pairs.setWindow': idempotent(pairId.extend({ window: pairWindowSchema.nullable(), storePath }), z.null()),
  /** Of its images, with the bands of the project. Fails with `bad-image`. */
  'pairs.values': idempotent(pairId, valueFactsSchema),
  'pairs.history': idempotent(pairId, z.array(historyEntrySchema)),
  /**
   * Counts of the selected pairs as the list has them: available at once, where a preview or a plan takes some
   * seconds.
   */
  'pairs.totals': idempotent(pairSelectionSchema, pairTotalsSchema),

  /** Categories in use in the project, most used first. */
  'categories.list': idempotent(nothing, z.array(z.string())),
  /** Categories of the regions that are not rejected, with the number of pairs that have one; the most first. */
  'categories.counts': idempotent(nothing, z.array(z.object({ category: z.string(), pairCount: z.int() }))),

  /** Newest first. A mask or caption beside the images that came or changed since comes before them, as an offer. */
  'proposals.list': idempotent(pairId, z.array(proposalSummarySchema)),
  /** Those who proposed for pairs of this folder, with the number of their pairs; the most first. */
  'proposals.proposers': idempotent(nothing, z.array(z.object({ proposer: z.string(), pairCount: z.int() }))),
  /** Each proposal of the list beside the document, or beside the proposal `againstId`. */
  'proposals.compare': idempotent(
    pairId.extend({ againstId: z.int().nullable() }),
    z.array(proposalComparisonSchema),
  ),
  'proposals.get': idempotent(z.object({ proposalId: z.int() }), proposalSchema),
  /** Proposes for one pair before all others in the queue. Does not change a person's work. */
  'proposals.make': once(
    /** A named proposer is not replaced if it fails; null takes the one in use. */
    z.object({ pairId: z.int(), proposer: z.string().max(200).nullable().default(null) }),
    proposalSummarySchema,
  ),
  /** Puts a proposal's regions and captions in place of the present ones, as an edit that can be undone. */
  'proposals.adopt': idempotent(editOfPair.extend({ proposalId: z.int() }), editResultSchema),
  /** Proposes for every pair without a proposal by the present proposer, from `nearPairId` on; then names what has no names. */
  'proposals.start': idempotent(z.object({ nearPairId: z.int().nullable() }), queueStatusSchema),
  'proposals.stop': idempotent(nothing, queueStatusSchema),
  'proposals.status': idempotent(nothing, queueStatusSchema),

  /**
   * Questions to a model about a person's work on a pair. Nothing is stored: the caller puts the answer into an
   * edit. Ids are new, apart from those of regions that were sent.
   * Fail with `unavailable` where no model can be used, `bad-model` where it breaks.
   * Captions for these regions, best first; `begin` is what was typed already.
   */
  'chain.recaption': idempotent(
    z.object({ pairId: z.int(), regions: regionsOfPair, begin: typed }),
    answer.extend({ captions: z.array(captionSchema), links: z.array(linkSchema) }),
  ),
  /** Regions that a caption describes; their links refer to `captionId`. `remarks`: what was not found. */
  'chain.remask': idempotent(
    z.object({ pairId: z.int(), captionId: z.string(), caption: typed }),
    answer.extend({
      regions: z.array(regionSchema),
      links: z.array(linkSchema),
      remarks: z.array(messageTextSchema),
    }),
  ),
  /** The proposal of the model in use if all pixels of at least this probability counted as changed. */
  'chain.threshold': idempotent(
    z.object({ pairId: z.int(), threshold: z.number().min(0).max(1) }),
    answer.extend({
      regions: z.array(regionSchema),
      captions: z.array(captionSchema),
      links: z.array(linkSchema),
    }),
  ),
  'chain.agree': idempotent(
    z.object({ pairId: z.int(), regions: regionsOfPair, caption: typed }),
    answer.extend({ agreement: captionMaskScoreSchema.nullable() }), // null without names to compare
  ),

  /**
   * Computes the embeddings of both frames of a pair, which clicks need, and answers when they are ready. Those of
   * `aheadIds` follow, until another pair is requested. Fails with `unavailable` without its pack.
   */
  'segment.prepare': idempotent(
    z.object({ pairId: z.int(), aheadIds: z.array(z.int()).max(16) }),
    /** Milliseconds of the encoder; 0 if the embeddings existed. */
    z.object({ milliseconds: z.number() }),
  ),
  /** The mask for points, a box or a present mask, in a frame of a pair. */
  'segment.mask': idempotent(
    z.object({ pairId: z.int(), frame: z.enum(['before', 'after']), prompts: promptsSchema }),
    z.object({
      mask: rleSchema,
      /** The model's estimate of its IoU with the truth, 0 to 1. */
      quality: z.number(),
      milliseconds: z.number(),
    }),
  ),
}
