import { z } from 'zod'
import { once } from '../contract/define'
import {
  precisionSchema,
  proposalSchema,
  providerNameSchema,
  providerReportSchema,
} from '../contract/proposal'
import { promptsSchema } from '../contract/pairs'
import { rleSchema } from '../mask/rle'
import {
  captionMaskScoreSchema,
  captionSchema,
  linkSchema,
  regionMasksSchema,
  regionSchema,
} from '../domain/document'
import { homographySchema } from '../domain/pair'
import {
  frames,
  mapping,
  oneFrame,
  partFields,
  path,
  pictureCommands,
  tiledCommands,
} from './picture-commands'
import { namingCommands } from './naming-commands'
import { detector, modelPlace, proposer } from './proposer-package'
import { regionChange } from './region-change'
import { bandsSchema } from '../domain/value-mapping'
import { valueFactsSchema } from '../contract/value-facts'

const share = z.number().min(0).max(1)
/**
 * The probability of change of each pixel of the after frame, as a PNG of one channel, 0 to 255: the path to write,
 * if the proposer has one, or to read; and the probability from which on a pixel counts as changed, null for the
 * model's own.
 */
const probabilities = z.union([
  z.object({ from: path, threshold: share }),
  z.object({ out: path, threshold: share.nullable() }),
])

/** A request to a model about a user's work on a pair. */
const question = frames.extend({ model: path, detector })
const answer = z.object({ model: z.string(), version: z.string(), milliseconds: z.number() })
const regions = z.array(regionMasksSchema)

/**
 * Requests of the engine to an inference process: everything that decodes untrusted images or runs ONNX Runtime.
 * Paths are absolute and were checked by the engine. No request is idempotent in the sense of the contract: a
 * process that ends loses its current request.
 */
export const inferenceCommands = {
  propose: once(
    frames.extend({
      proposer,
      /** Default: full. Questions about a pair go on in the precision in which its model proposed last. */
      precision: precisionSchema.optional(),
      probabilities: probabilities.optional(),
      ...partFields,
    }),
    proposalSchema.omit({ id: true, pairId: true, madeAt: true }).extend({
      width: z.int(),
      height: z.int(),
      /** Changes of each region; null if the proposer measures none. */
      changes: z.array(regionChange).nullable(),
    }),
  ),
  /** How far a model's proposal on a device is from that in half precision, or on the processor: see `proposalDistance`. */
  compareProposals: once(
    frames.extend({ proposer, to: z.enum(['half precision', 'the processor']) }),
    z.object({ distance: z.number() }),
  ),
  recaption: once(
    question.extend({ regions, begin: z.string() }),
    answer.extend({ captions: z.array(captionSchema), links: z.array(linkSchema) }),
  ),
  remask: once(
    question.extend({ caption: z.string() }),
    answer.extend({ regions: z.array(regionSchema), links: z.array(linkSchema) }),
  ),
  agree: once(
    question.extend({ regions, caption: z.string() }),
    answer.extend({ agreement: captionMaskScoreSchema }),
  ),
  ...namingCommands,
  /** Embedding of a pair, by which similar pairs are found, and the bits of both frames' fingerprints. */
  pairEmbedding: once(
    frames.extend({
      /** Null: by measured difference. */
      detector,
      /** Of the marked regions, in pixels of the after frame. */
      boxes: z.array(z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })),
      alignment: homographySchema.nullable(),
    }),
    z.object({
      embedding: z.custom<Int8Array>((value) => value instanceof Int8Array),
      fingerprints: z.custom<Int32Array>((value) => value instanceof Int32Array),
    }),
  ),
  /**
   * Writes the change evidence and the aligned before frame as PNG files. The evidence is measured by `mapping`; the
   * aligned frame is shown by `shown`.
   */
  evidence: once(frames.extend({ outDifference: path, outAligned: path, shown: mapping }), z.null()),
  ...pictureCommands,
  ...tiledCommands,
  /** Facts of the values of both frames. Writes previews of the values of frames of more than 8 bits. */
  values: once(
    z.object({
      before: path,
      after: path,
      bands: bandsSchema.nullable(),
      outBefore: path,
      outAfter: path,
    }),
    valueFactsSchema,
  ),
  /** Both frames with the regions outlined and numbered, at most `side` pixels long, as JPEG data URLs. */
  marked: once(
    frames.omit({ provider: true }).extend({
      regions,
      alignment: homographySchema.nullable(),
      side: z.int().min(16).max(4096),
    }),
    z.object({ before: z.string(), after: z.string(), isCutOut: z.boolean() }),
  ),
  /** Fingerprints of both frames, to detect near-duplicates. */
  fingerprints: once(frames.omit({ provider: true }), z.object({ before: z.string(), after: z.string() })),
  /** Pixels of a person's mask of each pair and of the mask at each threshold: in both, and in either. */
  countAtThresholds: once(
    z.object({
      pairs: z.array(z.object({ probabilities: path, mask: rleSchema })),
      thresholds: z.array(share),
    }),
    z.array(z.array(z.tuple([z.int(), z.int()]))),
  ),
  /** How many of these images seem to be rendered scenes, and how many could be read. */
  countRendered: once(z.object({ sources: z.array(path) }), z.object({ rendered: z.int(), read: z.int() })),
  /**
   * Reads an existing mask as regions. `width` and `height` are its required size, unless it belongs to the after frame of
   * `frames` that are laid over each other: then it has the size of that frame, and comes onto the common grid.
   */
  label: once(
    z.object({
      source: path,
      width: z.int(),
      height: z.int(),
      frames: z.object({ before: path, after: path }).optional(),
    }),
    z.array(regionSchema),
  ),
  /** Opens a model package and proposes for a synthetic pair; run in a process that is discarded. */
  checkModel: once(z.object({ folder: path, detector }), z.null()),
  /** Writes a model package as plain `.onnx` files into a folder that is there. */
  exportModel: once(z.object({ folder: path, out: path }), z.object({ files: z.array(z.string()) })),
  /** Opens a model pack's files for the first time; run in a process that is discarded. */
  openModel: once(z.object({ folder: path }), z.null()),
  /** Makes a frame's embedding, or reads it from the disk. */
  embed: once(
    oneFrame.extend({ model: modelPlace, provider: providerNameSchema }),
    z.object({
      key: z.string(),
      width: z.int(),
      height: z.int(),
      /** Time of the encoder; 0 if the embedding existed. */
      milliseconds: z.number(),
    }),
  ),
  /** The mask for prompts; null if the embedding of that key is no longer cached. */
  segment: once(
    z.object({
      key: z.string(),
      width: z.int(),
      height: z.int(),
      prompts: promptsSchema,
      /** Masks of the changed things in this frame. */
      changes: z.array(rleSchema),
      model: modelPlace,
      provider: providerNameSchema,
    }),
    z.object({ mask: rleSchema, quality: z.number() }).nullable(),
  ),
  probe: once(z.object({ provider: providerNameSchema }), providerReportSchema),
}
export type { Naming } from './naming-commands'
export type { ProposerPackage } from './proposer-package'
export const inferenceContract = { commands: inferenceCommands, events: {} }
export type InferenceCommands = typeof inferenceCommands
