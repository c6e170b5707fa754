import {
  add,
  crossEntropy,
  equal,
  max,
  maxPool,
  mul,
  reshape,
  sigmoid,
  slice,
  stopGradient,
  sub,
  toFloat,
  trainingGraph,
  trainingMode,
  unsqueeze,
  concat,
  oneHot,
} from '../../../graph/index'
import type { Mode, Parameter, Tensor, TrainingGraph } from '../../../graph/index'
import { optimizer, parameterGroups } from '../../layers/family-training'
import {
  changeLoss,
  orientationLoss,
  fineFlowLoss,
  hasKnownMasks,
  maskLoss,
  matchLoss,
  objectsLoss,
  total,
  flowLoss,
} from '../../layers/pair-losses'
import { CAPTION_LENGTH, GRID_SIDE, MASK_SIDE, TOKENS } from '../../layers/sizes'
import {
  captionImageContrastiveLoss,
  attentionGroundingLoss,
  heatLoss,
  groundingLoss,
  regionLoss,
} from './losses'
import { coverageOf } from './network'
import type { CcrcNetwork, Scene, ContextTensors } from './network'
import { IGNORED } from '../../layers/training-inputs'
import { partsWithout } from '../../network'
import { REGION_SLOTS, ccrcInputs } from './training-inputs'
import type { CcrcInputName } from './training-inputs'
import { presentMean } from '../../layers/text-encoder'

/** Parts that can be left out, for ablations. */
export interface CcrcParts {
  /** Captions are trained; without them a step takes half the time. */
  captioned: boolean
  /** The caption is conditioned on the regions. */
  conditioned: boolean
  /** Regions read the words, and a second caption reads those regions. */
  refined: boolean
  /** Attention, contrastive and negative-pair grounding losses. */
  consistent: boolean
}

export const ALL_CCRC_PARTS: CcrcParts = {
  captioned: true,
  conditioned: true,
  refined: true,
  consistent: true,
}

/** Names of the parts that can be left out. */
export const CCRC_PARTS = ['captions', 'refinement', 'regions', 'consistency'] as const

/** @throws RangeError for a part that there is not */
export function ccrcPartsWithout(without: readonly string[]): CcrcParts {
  const { captions, refinement, regions, consistency } = partsWithout(CCRC_PARTS, without)
  return { captioned: captions, refined: refinement, conditioned: regions, consistent: consistency }
}

/** One step of training on a batch of the inputs of `training-inputs.ts`. */
export function ccrcTraining(
  network: CcrcNetwork,
  parameters: readonly Parameter[],
  batch: number,
  parts: CcrcParts = ALL_CCRC_PARTS,
  /** Runs whose gradients make one update; `batch` is of one run. */
  accumulate = 1,
): TrainingGraph {
  const mode = trainingMode()
  const inputs = ccrcInputs()
  const scene = network.encode(inputs.before, inputs.after, mode)
  const regions = network.propose(scene, queryTokens(scene.heat, inputs), mode)
  const described = network.predictRegions(scene, regions)

  const terms: Record<string, Tensor> = {
    mask: maskLoss(scene.changed, inputs),
    change: changeLoss(scene.changedLogit, inputs.hasChange),
    match: mul(matchLoss(scene.matches, inputs), 0.3),
    flow: flowLoss(scene.flow, inputs),
    fineFlow: fineFlowLoss(scene.fineFlow, inputs),
    orientation: orientationLoss(scene.orientation, inputs),
    objects: objectsLoss(scene.objects, inputs),
    heat: heatLoss(scene.heat, inputs),
    regions: regionLoss(described, inputs),
  }
  if (parts.captioned) {
    Object.assign(terms, captionTerms(network, scene, regions, inputs, mode, parts))
  }
  return trainingGraph({
    loss: total(Object.values(terms)),
    terms,
    parameters,
    updates: mode.updates,
    optimizer,
    groups: parameterGroups(),
    clip: 5,
    accumulate,
    sizes: { batch },
  })
}

/** Range of both reference captions among the three decoded side by side. */
const REFERENCES = { 1: { start: 0, end: 2 * CAPTION_LENGTH } }

type CcrcInputTensors = Readonly<Record<CcrcInputName, Tensor>>

/** Losses of captions, and of regions and tokens conditioned on them. */
function captionTerms(
  network: CcrcNetwork,
  scene: Scene,
  regions: Tensor,
  inputs: CcrcInputTensors,
  mode: Mode,
  parts: CcrcParts,
): Record<string, Tensor> {
  const contextOf = (own: Tensor, vectors: Tensor): ContextTensors => {
    const isConditioned = parts.conditioned ? sub(1, inputs.unconditioned) : mul(inputs.unconditioned, 0)
    const mixed = add(
      mul(coverageOf(inputs.masks), unsqueeze(inputs.trueCoverage, 1)),
      mul(coverageOf(stopGradient(own)), unsqueeze(sub(1, inputs.trueCoverage), 1)),
    )
    return {
      regions: vectors,
      valid: mul(inputs.valid, unsqueeze(isConditioned, 1)),
      coverage: mul(mixed, unsqueeze(isConditioned, 1)),
      unconditioned: sub(1, isConditioned),
    }
  }
  const memory = network.encodeContext(scene, contextOf(sigmoid(scene.changed), regions))
  const decoded = network.caption(inputs.tokens, memory, mode, 3)
  const words = { 1: { start: 2 * CAPTION_LENGTH, end: 3 * CAPTION_LENGTH } }

  const terms: Record<string, Tensor> = {
    caption: crossEntropy(slice(decoded.logits, REFERENCES), inputs.targets, { ignoreIndex: IGNORED }),
  }
  const read = slice(decoded.hidden, words)
  if (parts.refined) {
    const refined = network.refine(scene, regions, read, inputs.read, mode)
    const refinedOutputs = network.predictRegions(scene, refined)
    const union = max(mul(sigmoid(refinedOutputs.masks), reshape(inputs.valid, [-1, REGION_SLOTS, 1, 1])), {
      axes: [1],
    })
    const refinedMemory = network.encodeContext(
      scene,
      contextOf(reshape(union, [-1, 2, MASK_SIDE, MASK_SIDE]), refined),
    )
    const redecoded = network.caption(inputs.againTokens, refinedMemory, mode)
    const grounding = network.ground(scene, read, inputs.read)
    terms.againCaption = mul(
      crossEntropy(redecoded.logits, inputs.againTargets, { ignoreIndex: IGNORED }),
      0.5,
    )
    terms.againRegions = mul(regionLoss(refinedOutputs, inputs), 0.5)
    terms.grounding = mul(groundingLoss(grounding, inputs, parts.consistent), 0.5)
  }
  if (parts.consistent) {
    Object.assign(terms, consistencyTerms(network, scene, decoded, inputs))
  }
  return terms
}

/** Losses that tie the words of the references to the tokens of their regions. */
function consistencyTerms(
  network: CcrcNetwork,
  scene: Scene,
  decoded: ReturnType<CcrcNetwork['caption']>,
  inputs: CcrcInputTensors,
): Record<'grounding' | 'agreement', Tensor> {
  const regionCells = reshape(
    maxPool(reshape(inputs.regionMasks, [-1, 2 * REGION_SLOTS, MASK_SIDE, MASK_SIDE]), {
      kernel: MASK_SIDE / GRID_SIDE,
    }),
    [-1, REGION_SLOTS, 2 * TOKENS],
  )
  const grounding = mul(
    attentionGroundingLoss(slice(decoded.attention, REFERENCES), regionCells, inputs),
    0.1,
  )
  const tokenVector = presentMean(scene.tokens, add(coverageOf(inputs.masks), 1e-3))
  const reference = { 1: { start: 0, end: CAPTION_LENGTH } }
  const isWord = sub(1, toFloat(equal(toFloat(slice(inputs.targets, reference)), IGNORED)))
  const captionVector = presentMean(slice(decoded.hidden, reference), isWord)
  const counts = mul(max(isWord, { axes: [1] }), hasKnownMasks(inputs))
  const agreement = mul(
    captionImageContrastiveLoss(
      network.jointSpace.words(captionVector),
      network.jointSpace.tokens(tokenVector),
      counts,
    ),
    0.05,
  )
  return { grounding, agreement }
}

type QueryInputs = Readonly<
  Record<Extract<CcrcInputName, 'anchors' | 'valid' | 'heat' | 'heatCounts'>, Tensor>
>

/**
 * [n, slots, 512], 1 for the query token of each slot. The last slot, where no region fills it, takes the unchanged
 * token of the highest heat, as a hard negative.
 * @param heat logits [n, 512]
 */
export function queryTokens(heat: Tensor, inputs: QueryInputs): Tensor {
  const anchors = oneHot(inputs.anchors, 2 * TOKENS)
  const isUnchanged = mul(sub(1, inputs.heat), inputs.heatCounts)
  const ranked = add(stopGradient(heat), mul(sub(isUnchanged, 1), 1e4))
  const hottest = toFloat(equal(ranked, max(ranked, { axes: [1], keepDims: true })))
  const last = { 1: { start: REGION_SLOTS - 1, end: REGION_SLOTS } }
  const hasUnchanged = max(isUnchanged, { axes: [1], keepDims: true })
  const isFree = unsqueeze(mul(sub(1, slice(inputs.valid, last)), hasUnchanged), 2)
  const others = slice(anchors, { 1: { start: 0, end: REGION_SLOTS - 1 } })
  return concat(
    [others, add(mul(slice(anchors, last), sub(1, isFree)), mul(unsqueeze(hottest, 1), isFree))],
    1,
  )
}
