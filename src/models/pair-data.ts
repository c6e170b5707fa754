import type { Tokenizer } from '../text/bpe/tokenizer'
import { PAD, PHRASE_LENGTH } from './layers/training-inputs'

/** A caption with its phrases, and the regions (0, 1, ...) that each of them means. */
export interface SampleCaption {
  readonly text: string
  readonly spans: readonly {
    readonly kind: 'subject' | 'noun' | 'verb'
    /** Of the text, in UTF-16 units: from, and up to. */
    readonly start: number
    readonly end: number
    readonly regions: readonly number[]
  }[]
}

/** A training pair as it is shown in one batch. */
export interface Sample {
  readonly captions: readonly SampleCaption[]
  /** The first of the references that the decoder is trained on in this batch. */
  readonly caption: SampleCaption
  readonly isChanged: boolean
  /** Light and colour varied: [3, 128, 128]. */
  readonly before: Float32Array
  readonly after: Float32Array
  /** Makes the pictures between, evenly spaced in time and varied alike; empty where the data have none. */
  readonly between: readonly (() => Float32Array)[]
  /** For each token the other frame's token, or 256 for none. */
  readonly forward: ArrayLike<number>
  readonly backward: ArrayLike<number>
}

/** Row-major values of an input, or of what a stage takes and gives. */
export interface StageData {
  readonly data: Float32Array | BigInt64Array
  readonly shape: readonly number[]
}

/** The values of a tensor. @throws TypeError where they are of another type */
export function floatsOf({ data, type }: { readonly data: unknown; readonly type?: string }): Float32Array {
  if (data instanceof Float32Array) {
    return data
  }
  throw new TypeError(type === undefined ? 'expected float32' : `expected float32, not ${type}`)
}

/** The rows of data [n, ...], as numbers. */
export function rowsOf({ data, shape: [n] }: StageData): number[][] {
  const length = data.length / n
  return Array.from({ length: n }, (_, row) =>
    Array.from(data.subarray(row * length, (row + 1) * length), Number),
  )
}

export interface FillContext {
  readonly tokenizer: Tokenizer
  /** Numbers in (0, 1). */
  readonly random: () => number
}

/**
 * Fills a family's own inputs of one pair, zeros so far: those of them that the phase reads. `other` is another pair of
 * the batch, or the same where it has one only.
 */
export type FillInputs = (
  own: Readonly<Partial<Record<string, Float32Array | BigInt64Array>>>,
  sample: Sample,
  other: Sample,
  context: FillContext,
) => void

/** Phrases of the training captions, and how the nearest to a pair are found: by the stages `phrase` and `compare`. */
export interface EntitySearch {
  /** Which phrases they are. */
  readonly from: 'subjects' | 'nouns'
  /** How many a pair gets, as the input `entities` int64 [n, count, 12]. */
  readonly count: number
  /** The stage that reads them, if the model has not been built without. */
  readonly readBy: string
  /** The model's own change masks [n, 2, 128, 128] in 0..1, for a `compare` that reads masks; else absent. */
  readonly predictMasks?: (run: RunStage, frames: PairFrames) => Promise<StageData>
  /** From the similarities of all entities to one pair's frames: indices, best first. */
  readonly select: (likeBefore: ArrayLike<number>, likeAfter: ArrayLike<number>) => readonly number[]
}

/** Entities as a model has encoded them. */
export interface EntityBank {
  /** [entities, 64] */
  readonly vectors: StageData
  /** Token ids of each. */
  readonly ids: readonly (readonly number[])[]
}

/** Runs one stage of a model; what the stage does not read is left out. */
export type RunStage = (
  stage: string,
  feeds: Readonly<Record<string, StageData>>,
) => Promise<Readonly<Record<string, StageData>>>

/** [n, 3, 128, 128] in -0.5..0.5, each. */
export type PairFrames = Readonly<Record<'before' | 'after', StageData>>

/** A family's prediction for pairs before the caption decoder runs. */
export interface EncodedPair {
  /** Logits [n, 2, 128, 128], before and after. */
  readonly changed: StageData
  /** Logits [n]. */
  readonly changedLogit: StageData
  /** For the stage `decode`: [n, keys, 128]. */
  readonly memory: StageData
}

/** From frames to masks and memory, stage by stage. */
export type EncodePair = (
  run: RunStage,
  frames: PairFrames,
  /** Null for a family that uses none, or where there is none. */
  bank: EntityBank | null,
  /** Masks of a user [n, 2, 128, 128] in 0..1; used where the family `usesMasks`. */
  marked?: StageData,
) => Promise<EncodedPair>

/** In what the families that encode a pair, then decode a caption from its memory, differ. */
export interface EncodeDecodeHooks {
  /** Fills the family's own training inputs. */
  readonly fill: FillInputs
  /** Absent where it uses no entities. */
  readonly entities?: EntitySearch
  readonly encode: EncodePair
  /** Whether `encode` uses given masks, so that it can caption them. Default: never. */
  readonly usesMasks?: (model: {
    readonly without: readonly string[]
    readonly entities: readonly string[]
  }) => boolean
}

/** Ids at the beginning, padding behind; what does not fit is left out. */
export function writeIds(out: Float32Array | BigInt64Array | undefined, ids: readonly number[]): void {
  if (!(out instanceof BigInt64Array)) {
    return
  }
  out.fill(BigInt(PAD))
  ids.slice(0, out.length).forEach((id, at) => (out[at] = BigInt(id)))
}

/** The chosen entities of one pair, end to end: `count` x 12 ids. */
export function writeEntities(
  out: BigInt64Array,
  chosen: readonly number[],
  ids: EntityBank['ids'],
  count: number,
): void {
  for (let index = 0; index < count; index++) {
    const own = out.subarray(index * PHRASE_LENGTH, (index + 1) * PHRASE_LENGTH)
    const entity = chosen.at(index)
    writeIds(own, entity === undefined ? [] : ids[entity])
  }
}

/** Similarities [n, entities] to both frames -> the input `entities` int64 [n, count, 12]; padding where there is no bank. */
export function selectedEntities(
  { count, select }: EntitySearch,
  n: number,
  bank: EntityBank | null,
  similarities: Readonly<Record<string, StageData>>,
): StageData {
  const data = new BigInt64Array(n * count * PHRASE_LENGTH)
  const shape = [n, count, PHRASE_LENGTH]
  if (bank === null || bank.ids.length === 0) {
    return { data, shape }
  }
  const entities = bank.ids.length
  for (let item = 0; item < n; item++) {
    const [before, after] = [similarities.likeBefore, similarities.likeAfter].map((all) =>
      Array.from(all.data.subarray(item * entities, (item + 1) * entities), Number),
    )
    const size = count * PHRASE_LENGTH
    writeEntities(data.subarray(item * size, (item + 1) * size), select(before, after), bank.ids, count)
  }
  return { data, shape }
}
