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
} from '../../graph'
import type { Mode, Parameter, Tensor, TrainingGraph } from '../../graph'
import { learner, learningGroups } from '../blocks/learning'
import {
  anythingLoss,
  facingLoss,
  fineWayLoss,
  markedPairs,
  maskLoss,
  matchLoss,
  thingsLoss,
  total,
  wayLoss,
} from '../blocks/pair-losses'
import { CAPTION_LENGTH, GRID_SIDE, MASK_SIDE, TOKENS } from '../blocks/sizes'
import { askedTokens } from './asked-tokens'
import { agreementLoss, groundingLoss, heatLoss, pointLoss, regionLoss } from './losses'
import { coverageOf, meanOver, type Ccrc, type Scene, type Told } from './model'
import { IGNORED } from '../blocks/training-inputs'
import { partsWithout } from '../family'
import { REGION_SLOTS, ccrcInputs, type CcrcInputName } from './training-inputs'

/** Parts that can be left out, to see what they are worth. */
export interface CcrcParts {
  /** Captions are learned; without them a step takes half the time. */
  captioned: boolean
  /** The caption is told of the regions. */
  conditioned: boolean
  /** Regions read the words, and a second caption reads those regions. */
  refined: boolean
  /** Words look where they point, agree with what changed, and another pair's words point at nothing. */
  consistent: boolean
}

export const WHOLE_CHAIN: CcrcParts = { captioned: true, conditioned: true, refined: true, consistent: true }

/** What the parts are called where they are left out. */
export const CCRC_PARTS = ['captions', 'refinement', 'regions', 'consistency'] as const

/** @throws RangeError for a part that there is not */
export function chainWithout(without: readonly string[]): CcrcParts {
  const { captions, refinement, regions, consistency } = partsWithout(CCRC_PARTS, without)
  return { captioned: captions, refined: refinement, conditioned: regions, consistent: consistency }
}

/** One step of training on a batch of the inputs of `training-inputs.ts`. */
export function ccrcTraining(
  chain: Ccrc,
  parameters: readonly Parameter[],
  batch: number,
  parts: CcrcParts = WHOLE_CHAIN,
  /** Runs whose gradients make one update; `batch` is of one run. */
  accumulate = 1,
): TrainingGraph {
  const mode = trainingMode()
  const given = ccrcInputs()
  const scene = chain.see(given.before, given.after, mode)
  const regions = chain.propose(scene, askedTokens(scene.heat, given), mode)
  const described = chain.describe(scene, regions)

  const terms: Record<string, Tensor> = {
    mask: maskLoss(scene.changed, given),
    anything: anythingLoss(scene.anything, given.anything),
    match: mul(matchLoss(scene.matches, given), 0.3),
    way: wayLoss(scene.way, given),
    fineWay: fineWayLoss(scene.fine, given),
    facing: facingLoss(scene.facing, given),
    objects: thingsLoss(scene.objects, given),
    heat: heatLoss(scene.heat, given),
    regions: regionLoss(described, given),
  }
  if (parts.captioned) Object.assign(terms, captionTerms(chain, scene, regions, given, mode, parts))
  return trainingGraph({
    loss: total(Object.values(terms)),
    terms,
    parameters,
    updates: mode.updates,
    optimizer: learner,
    groups: learningGroups(),
    clip: 5,
    accumulate,
    sizes: { batch },
  })
}

type Given = Readonly<Record<CcrcInputName, Tensor>>

/** What is learned from words: the caption, and what reading one makes of regions and tokens. */
function captionTerms(
  chain: Ccrc,
  scene: Scene,
  regions: Tensor,
  given: Given,
  mode: Mode,
  parts: CcrcParts,
): Record<string, Tensor> {
  const tellOf = (own: Tensor, vectors: Tensor): Told => {
    const sighted = parts.conditioned ? sub(1, given.blind) : mul(given.blind, 0)
    const mixed = add(
      mul(coverageOf(given.masks), unsqueeze(given.told, 1)),
      mul(coverageOf(stopGradient(own)), unsqueeze(sub(1, given.told), 1)),
    )
    return {
      regions: vectors,
      valid: mul(given.valid, unsqueeze(sighted, 1)),
      coverage: mul(mixed, unsqueeze(sighted, 1)),
      blind: sub(1, sighted),
    }
  }
  const memory = chain.tell(scene, tellOf(sigmoid(scene.changed), regions))
  const spoken = chain.caption(given.tokens, memory, mode, 3)
  const references = { 1: { start: 0, end: 2 * CAPTION_LENGTH } }
  const words = { 1: { start: 2 * CAPTION_LENGTH, end: 3 * CAPTION_LENGTH } }

  const terms: Record<string, Tensor> = {
    caption: crossEntropy(slice(spoken.logits, references), given.targets, { ignoreIndex: IGNORED }),
  }
  const read = slice(spoken.hidden, words)
  if (parts.refined) {
    const reread = chain.refine(scene, regions, read, given.read, mode)
    const again = chain.describe(scene, reread)
    const union = max(mul(sigmoid(again.masks), reshape(given.valid, [-1, REGION_SLOTS, 1, 1])), {
      axes: [1],
    })
    const retold = chain.tell(scene, tellOf(reshape(union, [-1, 2, MASK_SIDE, MASK_SIDE]), reread))
    const respoken = chain.caption(given.againTokens, retold, mode)
    const point = chain.point(scene, read, given.read)
    terms.againCaption = mul(crossEntropy(respoken.logits, given.againTargets, { ignoreIndex: IGNORED }), 0.5)
    terms.againRegions = mul(regionLoss(again, given), 0.5)
    terms.point = mul(pointLoss(point, given, parts.consistent), 0.5)
  }
  if (parts.consistent) {
    const regionCells = reshape(
      maxPool(reshape(given.regionMasks, [-1, 2 * REGION_SLOTS, MASK_SIDE, MASK_SIDE]), {
        kernel: MASK_SIDE / GRID_SIDE,
      }),
      [-1, REGION_SLOTS, 2 * TOKENS],
    )
    terms.grounding = mul(groundingLoss(slice(spoken.looked, references), regionCells, given), 0.1)
    const seen = meanOver(scene.tokens, add(coverageOf(given.masks), 1e-3))
    const reference = { 1: { start: 0, end: CAPTION_LENGTH } }
    const isWord = sub(1, toFloat(equal(toFloat(slice(given.targets, reference)), IGNORED)))
    const said = meanOver(slice(spoken.hidden, reference), isWord)
    const counts = mul(max(isWord, { axes: [1] }), markedPairs(given))
    terms.agreement = mul(agreementLoss(chain.meet.words(said), chain.meet.seen(seen), counts), 0.05)
  }
  return terms
}
