import {
  add,
  averagePool,
  concat,
  div,
  initializers,
  matmul,
  max,
  maximum,
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
  sum,
  unsqueeze,
} from '../../graph'
import type { Mode, Parameters, Tensor } from '../../graph'
import { backbone } from '../blocks/backbone'
import { captionDecoder } from '../blocks/caption-decoder'
import type { CaptionDecoder } from '../blocks/caption-decoder'
import { pairContext } from '../blocks/context'
import { counterparts } from '../blocks/counterparts'
import { differenceFeatures } from '../blocks/difference'
import type { Facing } from '../blocks/facing'
import type { FineWays } from '../blocks/fine-ways'
import { glimpses, shownFeatures } from '../blocks/glimpse'
import { frames, toTokens } from '../blocks/layout'
import { lookLayer } from '../blocks/look'
import { maskDecoder } from '../blocks/mask-decoder'
import { ATTRIBUTE_LOGITS, regionHeads } from '../blocks/region-heads'
import type { FramePixels, RegionOutputs } from '../blocks/region-heads'
import { CHANNELS, GRID_SIDE, MASK_SIDE, RARE, TOKENS } from '../blocks/sizes'

export interface CcrcSizes {
  /** Kinds of change, without "none". */
  categories: number
  words: number
}

/** What is seen of a pair once; everything after reads it. */
export interface Scene {
  /** Difference tokens with their place, the before frame's 256 and then the after frame's: [n, 512, 128]. */
  tokens: Tensor
  /** Before and after. */
  pixels: readonly [FramePixels, FramePixels]
  /** What regions look at through windows of their own, before and after: [n, 16, 64, 64]. */
  shown: readonly [Tensor, Tensor]
  /** Logit of "changed" at each pixel of both frames: [n, 2, 128, 128]. */
  changed: Tensor
  /** The same with the before frame at 8 x 8, for those who look at all of it: [n, 320, 128]. */
  overview: Tensor
  /** Logit of "shows a changed thing" of each token: [n, 512]. */
  heat: Tensor
  /** Logit of "anything changed": [n]. */
  anything: Tensor
  /** [2 n, 256, 257]; see `Matched`. */
  matches: Tensor
  /** Columns and rows from each token to its counterpart, for training: [2 n, 256, 2]. */
  way: Tensor
  /** The same as finer cells tell it, for training. */
  fine: FineWays
  /** How they stand, for training. */
  facing: Facing
  /** The things that each token shows, for training: [2 n, 256, 20]. */
  objects: Tensor
  /** Columns and rows from each token's place to the same place in the other frame, in picture halves: [n, 512, 2]. */
  moved: Tensor
}

/** What the caption is told of the regions. */
export interface Told {
  /** [n, regions, 128] */
  regions: Tensor
  /** 1 where a region counts: [n, regions]. */
  valid: Tensor
  /** Share of each token's pixels that changed: [n, 512]. */
  coverage: Tensor
  /** 1 where nothing is told and the captioner must see for itself: [n]. */
  blind: Tensor
}

/** The chain: see, propose regions, tell the captioner about them, and let its words change the regions. */
export interface Ccrc {
  see: (before: Tensor, after: Tensor, mode: Mode) => Scene
  /** Region vectors of picked tokens: [n, regions, 512], a 1 in each row -> [n, regions, 128]. */
  propose: (scene: Scene, picked: Tensor, mode: Mode) => Tensor
  /** Regions after reading words: hidden states [n, length, 128] of which `present` [n, length] are words. */
  refine: (scene: Scene, regions: Tensor, hidden: Tensor, present: Tensor, mode: Mode) => Tensor
  /** Logit of "these words are about this token": [n, 512]. */
  point: (scene: Scene, hidden: Tensor, present: Tensor) => Tensor
  describe: (scene: Scene, regions: Tensor) => RegionOutputs
  /** The captioner's memory: [n, regions + 1 + 320, 128] */
  tell: (scene: Scene, told: Told) => Tensor
  caption: CaptionDecoder
  /** Mean word states and mean token vectors [n, 128] in one space [n, 64], for training. */
  meet: { words: (x: Tensor) => Tensor; seen: (x: Tensor) => Tensor }
}

export function ccrc(p: Parameters, { categories, words }: CcrcSizes): Ccrc {
  const { eighth, difference, model } = CHANNELS
  const look = backbone(p.scope('backbone'))
  const find = counterparts(p, eighth)
  const differ = differenceFeatures(p.scope('difference'), eighth)
  const lookAround = pairContext(p.scope('context').later(), eighth)
  const decodeMask = maskDecoder(p.scope('mask'))
  const objects = nn.linear(p.scope('objects'), eighth, ATTRIBUTE_LOGITS)
  const project = nn.linear(p.scope('tokens'), difference, model)
  const named = nn.linear(p.scope('named'), ATTRIBUTE_LOGITS, model, {
    bias: false,
    initializer: initializers.filled(0),
  })
  const positions = p.weight('positions', [2 * TOKENS, model], initializers.normal(0.02))
  const heat = nn.linear(p.scope('heat'), model, 1, { start: RARE })
  const anything = [
    nn.linear(p.scope('anything0'), 2 * model + 3, 64),
    nn.linear(p.scope('anything1'), 64, 1),
  ]
  const query = nn.linear(p.scope('query'), model, model)
  const lookAtPair = lookLayer(p.scope('lookAtPair'))
  const lookAtWords = lookLayer(p.scope('lookAtWords'))
  const pointFrom = nn.feedForward(p.scope('pointFrom'), model)
  const pointTo = nn.linear(p.scope('pointTo'), model, model)
  const pointBias = p.weight('pointBias', [1], initializers.filled(-3))
  const heads = regionHeads(p.scope('regions'), categories)
  const show = shownFeatures(p.scope('shown').later())
  const glimpse = glimpses(p.scope('glimpse').later())
  const meet = {
    words: nn.linear(p.scope('meetWords'), model, 64),
    seen: nn.linear(p.scope('meetSeen'), model, 64),
  }
  const teller = memoryBuilder(p.scope('memory'))
  const caption = captionDecoder(p.scope('caption'), { words })

  return {
    see(before, after, mode) {
      const features = look(concat([before, after], 0), mode)
      const tokens = toTokens(features.tokens)
      const found = find(features, tokens)
      const { matched, fine, place, facing } = found
      const differences = differ(tokens, features.quarter, found, mode)
      const [own, other] = frames(toTokens(differences.map))
      const things = objects(tokens)
      // what a thing is gets lost in the difference of two frames, and both words and regions ask for it
      const placedTokens = add(
        add(project(concat([own, other], 1)), named(sigmoid(concat([...frames(things)], 1)))),
        positions,
      )
      const both = concat(split(placedTokens, 1, [TOKENS, TOKENS]), 0)
      const context = lookAround(both, tokens, matched.retrieved, differences.map, mode)
      const located = add(placedTokens, concat([...frames(context.tokens)], 1))
      const explained = { map: context.difference, cells: differences.cells }
      const pixels = decodeMask(explained, features, place.moved, fine.way, mode)
      const changed = concat([...frames(pixels.changed)], 1)
      const [embeddings, details] = [frames(pixels.embedding), frames(pixels.detail)]
      const heatLogits = squeeze(heat(located), 2)
      return {
        tokens: located,
        overview: overviewOf(located),
        pixels: [
          { embedding: embeddings[0], detail: details[0] },
          { embedding: embeddings[1], detail: details[1] },
        ],
        shown: frames(show(features)),
        changed,
        heat: heatLogits,
        anything: squeeze(anything[1](relu(anything[0](summary(located, changed, heatLogits)))), 1),
        matches: matched.logits,
        way: matched.way,
        fine,
        facing,
        objects: things,
        moved: concat([...frames(place.moved)], 1),
      }
    },
    propose(scene, picked, mode) {
      const regions = lookAtPair(query(matmul(picked, scene.tokens)), scene.overview, mode)
      return add(regions, glimpse(heads.outline(regions, scene.pixels), scene.shown))
    },
    refine: (scene, regions, hidden, present, mode) =>
      lookAtPair(lookAtWords(regions, hidden, mode, paddingMask(present)), scene.overview, mode),
    point: (scene, hidden, present) => {
      const meant = unsqueeze(pointFrom(meanOver(hidden, present)), 2)
      const scores = squeeze(matmul(pointTo(scene.tokens), meant), 2)
      return add(mul(scores, model ** -0.5), pointBias)
    },
    describe: (scene, regions) => heads.describe(regions, scene.pixels, scene),
    tell: teller,
    caption,
    meet,
  }
}

/** What the whole picture says: [n, 2 * 128 + 3]. */
function summary(tokens: Tensor, changed: Tensor, heat: Tensor): Tensor {
  const chance = sigmoid(changed)
  return concat(
    [
      mean(tokens, { axes: [1] }),
      max(tokens, { axes: [1] }),
      unsqueeze(max(chance, { axes: [1, 2, 3] }), 1),
      unsqueeze(mean(chance, { axes: [1, 2, 3] }), 1),
      unsqueeze(max(sigmoid(heat), { axes: [1] }), 1),
    ],
    1,
  )
}

function memoryBuilder(p: Parameters): (scene: Scene, told: Told) => Tensor {
  const model = CHANNELS.model
  const norm = nn.layerNorm(p.scope('norm'), model)
  const regionNorm = nn.layerNorm(p.scope('regionNorm'), model)
  const covered = p.weight('covered', [1, 1, model], initializers.normal(0.3))
  const region = p.weight('region', [1, 1, model], initializers.normal(0.3))
  const blindness = p.weight('blind', [1, 1, model], initializers.normal(0.3))
  const absent = p.weight('absent', [1, 1, model], initializers.normal(0.3))
  const joint = p.weight('joint', [1, 1, model], initializers.normal(0.02))
  const certainty = p.weight('certainty', [1, 1, model], initializers.normal(0.3))
  return (scene, { regions, valid, coverage, blind }) => {
    const own = add(norm(scene.overview), mul(overviewOf(unsqueeze(coverage, 2)), covered))
    const whole = add(
      joint,
      add(
        mul(reshape(blind, [-1, 1, 1]), blindness),
        mul(reshape(sigmoid(scene.anything), [-1, 1, 1]), certainty),
      ),
    )
    const shown = unsqueeze(valid, 2)
    const known = add(mul(add(regionNorm(regions), region), shown), mul(absent, sub(1, shown)))
    return concat([known, whole, own], 1)
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
  const cells = reshape(before, [-1, half, 2, half, 2, Number(tokens.shape[2])])
  return concat(
    [reshape(mean(cells, { axes: [2, 4] }), [-1, half * half, Number(tokens.shape[2])]), after],
    1,
  )
}

/** Mean of the values [n, count, 128] that `present` [n, count] counts: [n, 128]. */
export function meanOver(values: Tensor, present: Tensor): Tensor {
  const weights = unsqueeze(present, 2)
  return div(sum(mul(values, weights), { axes: [1] }), maximum(sum(weights, { axes: [1] }), 1e-3))
}
