import {
  add,
  averagePool,
  concat,
  initializers,
  matmul,
  max,
  mean,
  mul,
  nn,
  paddingMask,
  relu,
  reshape,
  sigmoid,
  split,
  squeeze,
  sub,
  unsqueeze,
} from '../../../graph'
import type { Mode, Parameters, Tensor } from '../../../graph'
import { backbone } from '../../layers/backbone'
import { captionDecoder } from '../../layers/caption-decoder'
import type { CaptionDecoder } from '../../layers/caption-decoder'
import { pairContext, crossAttentionLayer } from '../../layers/pair-context'
import { correspondences } from '../../layers/correspondences'
import { differenceFeatures } from '../../layers/difference-features'
import type { Orientation } from '../../layers/correspondences'
import type { FineFlow } from '../../layers/fine-flow'
import { roiAttention, roiFeatures } from '../../layers/roi-attention'
import { splitFrames, toTokens } from '../../layers/token-grid'
import { maskDecoder } from '../../layers/mask-decoder'
import { ATTRIBUTE_LOGITS, regionHeads } from '../../layers/region-heads'
import type { FramePixels, RegionOutputs } from '../../layers/region-heads'
import { CHANNELS, GRID_SIDE, MASK_SIDE, RARE_LOGIT, TOKENS } from '../../layers/sizes'
import { pooledSummary } from '../../layers/pooled-summary'
import { presentMean } from '../../layers/text-encoder'

export interface CcrcSizes {
  /** Kinds of change, without "none". */
  categories: number
  words: number
}

/** Encoded pair; every later stage reads it. */
export interface Scene {
  /** Difference tokens with their place, the before frame's 256 and then the after frame's: [n, 512, 128]. */
  tokens: Tensor
  /** Before and after. */
  pixels: readonly [FramePixels, FramePixels]
  /** Feature maps for RoI attention, before and after: [n, 16, 64, 64]. */
  roiFeatures: readonly [Tensor, Tensor]
  /** Logit of "changed" at each pixel of both frames: [n, 2, 128, 128]. */
  changed: Tensor
  /** The same with the before frame at 8 x 8, as memory of attention: [n, 320, 128]. */
  overview: Tensor
  /** Logit of "shows a changed object" of each token: [n, 512]. */
  heat: Tensor
  /** Logit of "anything changed": [n]. */
  changedLogit: Tensor
  /** [2 n, 256, 257]; see `TokenMatches`. */
  matches: Tensor
  /** Columns and rows from each token to its counterpart, for training: [2 n, 256, 2]. */
  flow: Tensor
  /** The same at the resolution of cells, for training. */
  fineFlow: FineFlow
  /** Orientation of objects, for training. */
  orientation: Orientation
  /** The objects that each token shows, for training: [2 n, 256, 20]. */
  objects: Tensor
  /** Columns and rows from each token's place to the same place in the other frame, in picture halves: [n, 512, 2]. */
  backgroundFlow: Tensor
}

/** The regions on which the caption is conditioned. */
export interface ContextTensors {
  /** [n, regions, 128] */
  regions: Tensor
  /** 1 where a region counts: [n, regions]. */
  valid: Tensor
  /** Share of each token's pixels that changed: [n, 512]. */
  coverage: Tensor
  /** 1 where the caption is conditioned on no region: [n]. */
  unconditioned: Tensor
}

/** The network: encode, propose regions, caption them, and refine the regions by the caption's states. */
export interface CcrcNetwork {
  encode: (before: Tensor, after: Tensor, mode: Mode) => Scene
  /** Region vectors of picked tokens: [n, regions, 512], a 1 in each row -> [n, regions, 128]. */
  propose: (scene: Scene, picked: Tensor, mode: Mode) => Tensor
  /** Regions after reading words: hidden states [n, length, 128] of which `present` [n, length] are words. */
  refine: (scene: Scene, regions: Tensor, hidden: Tensor, present: Tensor, mode: Mode) => Tensor
  /** Logit of "these words are about this token": [n, 512]. */
  ground: (scene: Scene, hidden: Tensor, present: Tensor) => Tensor
  predictRegions: (scene: Scene, regions: Tensor) => RegionOutputs
  /** The captioner's memory: [n, regions + 1 + 320, 128] */
  encodeContext: (scene: Scene, context: ContextTensors) => Tensor
  caption: CaptionDecoder
  /** Mean word states and mean token vectors [n, 128] in one space [n, 64], for training. */
  jointSpace: { words: (x: Tensor) => Tensor; tokens: (x: Tensor) => Tensor }
}

// oxlint-disable-next-line max-lines-per-function -- parameters are made in the order of saved packages
export function ccrcNetwork(p: Parameters, { categories, words }: CcrcSizes): CcrcNetwork {
  const { eighth, difference, model } = CHANNELS
  const encodeFrames = backbone(p.scope('backbone'))
  const match = correspondences(p, eighth)
  const differenceOf = differenceFeatures(p.scope('difference'), eighth)
  const addContext = pairContext(p.scope('context').later(), eighth)
  const decodeMask = maskDecoder(p.scope('mask'))
  const objects = nn.linear(p.scope('objects'), eighth, ATTRIBUTE_LOGITS)
  const project = nn.linear(p.scope('tokens'), difference, model)
  const named = nn.linear(p.scope('named'), ATTRIBUTE_LOGITS, model, {
    bias: false,
    initializer: initializers.filled(0),
  })
  const positions = p.weight('positions', [2 * TOKENS, model], initializers.normal(0.02))
  const heat = nn.linear(p.scope('heat'), model, 1, { start: RARE_LOGIT })
  const changedHead = [
    nn.linear(p.scope('anything0'), 2 * model + 3, 64),
    nn.linear(p.scope('anything1'), 64, 1),
  ]
  const query = nn.linear(p.scope('query'), model, model)
  const attendToPair = crossAttentionLayer(p.scope('lookAtPair'))
  const attendToWords = crossAttentionLayer(p.scope('lookAtWords'))
  const groundQuery = nn.feedForward(p.scope('pointFrom'), model)
  const groundKey = nn.linear(p.scope('pointTo'), model, model)
  const groundBias = p.weight('pointBias', [1], initializers.filled(-3))
  const heads = regionHeads(p.scope('regions'), categories)
  const roiMap = roiFeatures(p.scope('shown').later())
  const attendToRoi = roiAttention(p.scope('glimpse').later())
  const jointSpace = {
    words: nn.linear(p.scope('meetWords'), model, 64),
    tokens: nn.linear(p.scope('meetSeen'), model, 64),
  }
  const encodeContext = contextEncoder(p.scope('memory'))
  const caption = captionDecoder(p.scope('caption'), { words })

  return {
    encode(before, after, mode) {
      const features = encodeFrames(concat([before, after], 0), mode)
      const tokens = toTokens(features.tokens)
      const correspondences = match(features, tokens)
      const { matches, fineFlow, background, orientation } = correspondences
      const differences = differenceOf(tokens, features.quarter, correspondences, mode)
      const [own, other] = splitFrames(toTokens(differences.map))
      const objectLogits = objects(tokens)
      // what an object is gets lost in the difference of two frames, and both words and regions need it
      const positionedTokens = add(
        add(project(concat([own, other], 1)), named(sigmoid(concat([...splitFrames(objectLogits)], 1)))),
        positions,
      )
      const both = concat(split(positionedTokens, 1, [TOKENS, TOKENS]), 0)
      const context = addContext(both, tokens, matches.retrieved, differences.map, mode)
      const located = add(positionedTokens, concat([...splitFrames(context.tokens)], 1))
      const explained = { map: context.difference, cells: differences.cells }
      const pixels = decodeMask(explained, features, background.flow, fineFlow.flow, mode)
      const changed = concat([...splitFrames(pixels.changed)], 1)
      const [embeddings, details] = [splitFrames(pixels.embedding), splitFrames(pixels.detail)]
      const heatLogits = squeeze(heat(located), 2)
      const summary = pooledSummary(located, changed, [unsqueeze(max(sigmoid(heatLogits), { axes: [1] }), 1)])
      return {
        tokens: located,
        overview: overviewOf(located),
        pixels: [
          { embedding: embeddings[0], detail: details[0] },
          { embedding: embeddings[1], detail: details[1] },
        ],
        roiFeatures: splitFrames(roiMap(features)),
        changed,
        heat: heatLogits,
        changedLogit: squeeze(changedHead[1](relu(changedHead[0](summary))), 1),
        matches: matches.logits,
        flow: matches.flow,
        fineFlow,
        orientation,
        objects: objectLogits,
        backgroundFlow: concat([...splitFrames(background.flow)], 1),
      }
    },
    propose(scene, picked, mode) {
      const regions = attendToPair(query(matmul(picked, scene.tokens)), scene.overview, mode)
      return add(regions, attendToRoi(heads.coarseMasks(regions, scene.pixels), scene.roiFeatures))
    },
    refine: (scene, regions, hidden, present, mode) =>
      attendToPair(attendToWords(regions, hidden, mode, paddingMask(present)), scene.overview, mode),
    ground: (scene, hidden, present) => {
      const query = unsqueeze(groundQuery(presentMean(hidden, present)), 2)
      const scores = squeeze(matmul(groundKey(scene.tokens), query), 2)
      return add(mul(scores, model ** -0.5), groundBias)
    },
    predictRegions: (scene, regions) => heads.predict(regions, scene.pixels, scene),
    encodeContext,
    caption,
    jointSpace,
  }
}

function contextEncoder(p: Parameters): (scene: Scene, context: ContextTensors) => Tensor {
  const model = CHANNELS.model
  const norm = nn.layerNorm(p.scope('norm'), model)
  const regionNorm = nn.layerNorm(p.scope('regionNorm'), model)
  const covered = p.weight('covered', [1, 1, model], initializers.normal(0.3))
  const region = p.weight('region', [1, 1, model], initializers.normal(0.3))
  const unconditionedVector = p.weight('blind', [1, 1, model], initializers.normal(0.3))
  const absent = p.weight('absent', [1, 1, model], initializers.normal(0.3))
  const joint = p.weight('joint', [1, 1, model], initializers.normal(0.02))
  const certainty = p.weight('certainty', [1, 1, model], initializers.normal(0.3))
  return (scene, { regions, valid, coverage, unconditioned }) => {
    const own = add(norm(scene.overview), mul(overviewOf(unsqueeze(coverage, 2)), covered))
    const whole = add(
      joint,
      add(
        mul(reshape(unconditioned, [-1, 1, 1]), unconditionedVector),
        mul(reshape(sigmoid(scene.changedLogit), [-1, 1, 1]), certainty),
      ),
    )
    const isValid = unsqueeze(valid, 2)
    const slots = add(mul(add(regionNorm(regions), region), isValid), mul(absent, sub(1, isValid)))
    return concat([slots, whole, own], 1)
  }
}

/** Share of each token's pixels that are set, of masks [n, 2, 128, 128]: [n, 512]. */
export function coverageOf(masks: Tensor): Tensor {
  const side = MASK_SIDE / GRID_SIDE
  return reshape(averagePool(masks, { kernel: side, stride: side }), [-1, 2 * TOKENS])
}

/** [n, 512, c] -> [n, 320, c]: the mean of 2 x 2 tokens for the before frame, each token for the after frame. */
export function overviewOf(tokens: Tensor): Tensor {
  const [before, after] = split(tokens, 1, [TOKENS, TOKENS])
  const half = GRID_SIDE / 2
  const size = Number(tokens.shape[2])
  const cells = reshape(before, [-1, half, 2, half, 2, size])
  return concat([reshape(mean(cells, { axes: [2, 4] }), [-1, half * half, size]), after], 1)
}
