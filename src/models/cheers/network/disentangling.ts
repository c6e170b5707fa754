import {
  add,
  concat,
  div,
  exp,
  initializers,
  matmul,
  max,
  meanSquaredError,
  minimum,
  mul,
  nn,
  sigmoid,
  softmax,
  sub,
  swapLast,
  unitRows,
} from '../../../graph'
import type { Mode, Parameters, Tensor } from '../../../graph'
import { crossAttend } from '../../layers/pair-context'
import { tokenInfoNce } from '../../layers/contrastive-losses'
import { splitFrames, swapFrames } from '../../layers/token-grid'
import { halfGrid } from '../../layers/pair-encoder'
import { TOKENS } from '../../layers/sizes'

/** Heterogeneous representation disentangling (Li et al. 2025, CHEERS); numbers are that paper's equations. */

export interface Enhanced {
  /** [n, l, c] */
  features: Tensor
  /** The probability matrix before the sigmoid: [n, l, c]. */
  weights: Tensor
}

/** Source [n, k, c], target [n, l, c]. */
export type Enhancement = (source: Tensor, target: Tensor) => Enhanced

export interface EnhancementOptions {
  /**
   * The temperature of cosines. The paper prints none, which is 1; over 256 tokens such a softmax is all but flat.
   */
  temperature: number
}

/** Equation (2): softmax over the source of cosines with the target (its denominator is misprinted): [n, l, k]. */
export function similarityOver(source: Tensor, target: Tensor, temperature: number): Tensor {
  return softmax(div(matmul(unitRows(target), swapLast(unitRows(source))), temperature))
}

/** Equations (3)-(4): parts of the target that are like the source are made larger (CRE). */
export function commonalityEnhancement(
  p: Parameters,
  features: number,
  { temperature }: EnhancementOptions,
): Enhancement {
  return enhancement(p, features, (source, target) => maxSimilarity(source, target, temperature))
}

/** Equation (5): as CRE, of what is unlike the source (DRE). */
export function differenceEnhancement(
  p: Parameters,
  features: number,
  { temperature }: EnhancementOptions,
): Enhancement {
  return enhancement(p, features, (source, target) => sub(1, maxSimilarity(source, target, temperature)))
}

function maxSimilarity(source: Tensor, target: Tensor, temperature: number): Tensor {
  return max(similarityOver(source, target, temperature), { axes: [2], keepDims: true })
}

/**
 * The first weights of the one-to-c layers: of the deviation that a layer of one input has in PyTorch (bound 1). By Glorot
 * they are a fifth of that, and gates that hardly differ from token to token.
 */
const WIDEN = initializers.uniform(1)

function enhancement(
  p: Parameters,
  features: number,
  probability: (source: Tensor, target: Tensor) => Tensor,
): Enhancement {
  const widen = nn.linear(p.scope('widen'), 1, features, { initializer: WIDEN })
  const norm = nn.layerNorm(p.scope('norm'), features)
  return (source, target) => {
    const weights = widen(probability(source, target))
    return { features: norm(add(mul(sigmoid(weights), target), target)), weights }
  }
}

export interface DisentanglingParts {
  /** Commonality and difference enhancement. */
  cre: boolean
  dre: boolean
  /** Entities enhance too, and both ways agree: equations (7) and (11). */
  consistency: boolean
  /** Frames of a pair find each other: equation (9). */
  contrast: boolean
}

export interface Disentangled {
  /** C of both frames: [2 batch, l, c], for the next layer. */
  common: Tensor
  /** D of both frames: [2 batch, l, c]. */
  difference: Tensor
  /** Equations (7), (11) and (9), where they are enabled; the first two need entities. */
  losses: { common?: Tensor; difference?: Tensor; contrast?: Tensor }
}

export interface DisentanglingOptions extends EnhancementOptions {
  heads: number
  parts: DisentanglingParts
}

/** Both frames [2 batch, l, c]; entities [batch, k, c] or null; `bias` is added to the scores of equation (8). */
export type Disentangling = (both: Tensor, entities: Tensor | null, mode: Mode, bias?: Tensor) => Disentangled

/** One layer of equations (6)-(11): two commonality and two difference enhancements around a cross-attention. */
export function disentangling(
  p: Parameters,
  features: number,
  { heads, parts, ...options }: DisentanglingOptions,
): Disentangling {
  const cre = (name: string): Enhancement => commonalityEnhancement(p.scope(name), features, options)
  const dre = (name: string): Enhancement => differenceEnhancement(p.scope(name), features, options)
  const common = parts.cre ? cre('common') : null
  const commonByEntity = parts.cre && parts.consistency ? dre('commonByEntity') : null
  const different = parts.dre ? dre('different') : null
  const differentByEntity = parts.dre && parts.consistency ? cre('differentByEntity') : null
  const attend = crossAttend(p.scope('exchange'), features, { heads, bare: true })
  const scale = parts.contrast ? p.weight('scale', [1], initializers.filled(Math.log(1 / 0.07))) : null
  return (both, entities, mode, bias) => {
    const entityTokens = entities === null ? null : concat([entities, entities], 0)
    const losses: Disentangled['losses'] = {}
    const shared = common === null ? null : common(swapFrames(both), both)
    const sharedFeatures = shared === null ? both : shared.features
    const attended = attend(sharedFeatures, swapFrames(sharedFeatures), mode, bias)
    const rest = sub(both, attended)
    const own = different === null ? null : different(both, rest)
    if (entityTokens !== null && shared !== null && commonByEntity !== null) {
      losses.common = meanSquaredError(shared.weights, commonByEntity(entityTokens, both).weights)
    }
    if (entityTokens !== null && own !== null && differentByEntity !== null) {
      losses.difference = meanSquaredError(own.weights, differentByEntity(entityTokens, rest).weights)
    }
    if (scale !== null) {
      const [before, after] = splitFrames(
        unitRows(sharedFeatures.shape[1] === TOKENS ? halfGrid(sharedFeatures) : sharedFeatures),
      )
      losses.contrast = tokenInfoNce(before, after, div(1, exp(minimum(scale, Math.log(100)))))
    }
    return { common: sharedFeatures, difference: own === null ? rest : own.features, losses }
  }
}

/** Equation (12): the differences of both frames [2 batch, l, c], side by side in features -> [batch, l, c]. */
export function fuseDifferences(p: Parameters, features: number): (both: Tensor) => Tensor {
  const fuse = nn.linear(p.scope('fuse'), 2 * features, features)
  return (both) => fuse(concat([...splitFrames(both)], 2))
}
