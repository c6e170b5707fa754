import type { TrainingPixels } from '../../dataset/synthetic/training-record'
import { ATTRIBUTES, ATTRIBUTE_NAMES } from '../../models/layers/region-heads'
import { CAPTION_LENGTH, MASK_SIDE } from '../../models/layers/sizes'
import { writePlanes } from '../../models/layers/pixels'
import { IGNORED, UNKNOWN } from '../../models/layers/training-inputs'
import { asFloat32, asInt64 } from './batch-inputs'
import type { InputSlice } from './batch-inputs'
import { writeCaptionInputs, writeCaptionTargets } from './caption-tokens'
import type { TrainingPair } from './training-set'
import type { TrainingSample } from './training-sample'
import type { AugmentationOptions, AugmentedSample } from './augmentation'

const PIXELS = MASK_SIDE * MASK_SIDE

/** Writes both frames with random light, contrast and tint. Returns a function that varies a picture at time 0..1 between them in the same manner. */
export function writeFrames(
  slice: Record<'before' | 'after', InputSlice>,
  pixels: Pick<TrainingPixels, 'before' | 'after'>,
  random: () => number,
): (between: Uint8Array, time: number) => Float32Array {
  const around = (width: number): number => 1 + width * (2 * random() - 1)
  const contrast = around(0.15)
  const light = 0.08 * (2 * random() - 1)
  const tint = [around(0.04), around(0.04), around(0.04)]
  const draw = (): ColorJitter => ({
    gain: contrast * around(0.05),
    shift: light + 0.03 * (2 * random() - 1),
  })
  const write = (out: Float32Array, source: Uint8Array, { gain, shift }: ColorJitter): void =>
    writePlanes(
      out,
      source,
      tint.map((each) => each * gain),
      shift,
    )
  const [first, last] = [draw(), draw()]
  write(asFloat32(slice.before), pixels.before, first)
  write(asFloat32(slice.after), pixels.after, last)
  return (between, time) => {
    const out = new Float32Array(between.length)
    const vector = (name: keyof ColorJitter): number => first[name] + time * (last[name] - first[name])
    write(out, between, { gain: vector('gain'), shift: vector('shift') })
    return out
  }
}

interface ColorJitter {
  readonly gain: number
  readonly shift: number
}

/** Adds a region's pixels in both frames; of a removed object, the pixels that it would cover in the after frame. */
export function addMask(out: Float32Array, at: number, pixels: TrainingPixels, region: number): void {
  const { beforeRegions, afterRegions, vacatedRegions } = pixels
  for (let pixel = 0; pixel < PIXELS; pixel++) {
    if (beforeRegions[pixel] === region) {
      out[at + pixel] = 1
    }
    if (afterRegions[pixel] === region || vacatedRegions[pixel] === region) {
      out[at + PIXELS + pixel] = 1
    }
  }
}

/** The class of an attribute's value; 0 is "no object". */
export function attributeClass(name: keyof typeof ATTRIBUTES, value: string): number {
  return 1 + (ATTRIBUTES[name] as readonly string[]).indexOf(value)
}

/** For each token, the matching token of the other frame. */
export function writeMatches(
  slice: Record<'forward' | 'backward', InputSlice>,
  pixels: TrainingPixels,
): void {
  pixels.forward.forEach((to, token) => (asInt64(slice.forward)[token] = BigInt(to)))
  pixels.backward.forEach((to, token) => (asInt64(slice.backward)[token] = BigInt(to)))
}

/** The flow of each token, where it is known. */
export function writeFlow(
  slice: Record<'forwardWays' | 'backwardWays', InputSlice>,
  pixels: TrainingPixels,
): void {
  for (const [name, flow] of [
    ['forwardWays', pixels.forwardFlow],
    ['backwardWays', pixels.backwardFlow],
  ] as const) {
    const out = asFloat32(slice[name])
    for (let token = 0; 2 * token < flow.length; token++) {
      const vector = flow.subarray(2 * token, 2 * token + 2)
      if (!Number.isNaN(vector[0])) {
        out.set([...vector, 1], 3 * token)
      }
    }
  }
}

/** The attributes of each token's object; only Blocks has them. */
export function writeObjects(
  slice: Record<'objectsBefore' | 'objectsAfter', InputSlice>,
  { record }: TrainingPair,
  pixels: TrainingPixels,
): void {
  for (const [part, tokens, objects] of [
    [slice.objectsBefore, pixels.beforeObjects, record.objects.before],
    [slice.objectsAfter, pixels.afterObjects, record.objects.after],
  ] as const) {
    const out = asInt64(part)
    if (record.world !== 'blocks') {
      out.fill(BigInt(IGNORED))
      continue
    }
    tokens.forEach((objectIndex, token) => {
      if (objectIndex === 0) {
        return
      }
      const object = objects[objectIndex - 1]
      ATTRIBUTE_NAMES.forEach(
        (name, index) => (out[token * 4 + index] = BigInt(attributeClass(name, object[name]))),
      )
    })
  }
}

/** The orientation of the cube at each token. */
export function writeOrientation(
  slice: Record<'orientationBefore' | 'orientationAfter', InputSlice>,
  { record }: TrainingPair,
  pixels: TrainingPixels,
): void {
  for (const [part, tokens, objects] of [
    [slice.orientationBefore, pixels.beforeObjects, record.objects.before],
    [slice.orientationAfter, pixels.afterObjects, record.objects.after],
  ] as const) {
    const out = asFloat32(part)
    tokens.forEach((objectIndex, token) => {
      const angle = objects.at(objectIndex - 1)?.facingRad ?? null
      if (objectIndex > 0 && angle !== null) {
        out.set([Math.cos(4 * angle), Math.sin(4 * angle), 1], 3 * token)
      }
    })
  }
}

/** Two reference captions, end to end, as inputs and as targets. */
export function writeReferences(
  slice: Record<'tokens' | 'targets', InputSlice>,
  references: readonly [readonly number[], readonly number[]],
): void {
  references.forEach((ids, index) => {
    writeCaptionInputs(asInt64(slice.tokens), index * CAPTION_LENGTH, ids)
    writeCaptionTargets(asInt64(slice.targets), index * CAPTION_LENGTH, ids)
  })
}

/** The pixels of all regions, both frames: adds to [2, 128, 128]. */
export function addMasks(out: Float32Array, pixels: TrainingPixels): void {
  const count = Math.max(...[pixels.beforeRegions, pixels.afterRegions, pixels.vacatedRegions].map(maxValue))
  for (let region = 1; region <= count; region++) {
    addMask(out, 0, pixels, region)
  }
}

function maxValue(values: Uint8Array): number {
  return values.reduce((best, value) => (value > best ? value : best), 0)
}

type ImageInput =
  | 'before'
  | 'after'
  | 'masks'
  | 'hasChange'
  | 'forward'
  | 'backward'
  | 'objectsBefore'
  | 'objectsAfter'

/** Writes the inputs that all families read of a real pair, except captions. The objects of its tokens are unknown. */
export function writeImageInputs(
  slice: Record<ImageInput, InputSlice>,
  { sample, hasKnownMasks }: Pick<AugmentedSample, 'sample' | 'hasKnownMasks'>,
  random: () => number,
  { isRandom }: AugmentationOptions,
): void {
  writeFrames(slice, sample, isRandom ? random : () => 0.5)
  addCoverage(asFloat32(slice.masks), sample)
  asFloat32(slice.hasChange)[0] = sample.regions.length > 0 ? 1 : hasKnownMasks ? 0 : UNKNOWN
  ignoreTargets(slice.objectsBefore)
  ignoreTargets(slice.objectsAfter)
  sample.forward.forEach((to, token) => (asInt64(slice.forward)[token] = BigInt(to)))
  sample.backward.forEach((to, token) => (asInt64(slice.backward)[token] = BigInt(to)))
}

/** Marks all targets as ignored. */
export function ignoreTargets(targets: InputSlice): void {
  asInt64(targets).fill(BigInt(IGNORED))
}

/** Adds the coverage of all regions, both frames, to [2, 128, 128]. */
export function addCoverage(out: Float32Array, { regions }: TrainingSample): void {
  for (const { coverage } of regions) {
    for (let at = 0; at < out.length; at++) {
      out[at] = Math.min(1, out[at] + coverage[at])
    }
  }
}
