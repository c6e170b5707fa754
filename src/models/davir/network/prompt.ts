import { add, concat, expand, initializers, scalar, unsqueeze, mul, reshape } from '../../../graph'
import type { Parameters, Tensor } from '../../../graph'
import { presentTokens } from '../../layers/text-encoder'
import { tokenEmbedding } from '../../layers/token-embedding'

/** Entity prompts (DAVIR); numbers are that paper's equations. */

/**
 * Equation (9): the `count` entities that each masked frame is most like, joined, each once; likenesses of all
 * entities to one pair's frames -> indices.
 */
export function matchingEntities(before: ArrayLike<number>, after: ArrayLike<number>, count = 1): number[] {
  const best = (likeness: ArrayLike<number>): number[] =>
    Array.from({ length: likeness.length }, (_, entity) => entity)
      .sort((a, b) => likeness[b] - likeness[a] || a - b)
      .slice(0, count)
  return [...new Set([...best(before), ...best(after)])]
}

export interface Prompt {
  /** [batch, length, c] */
  tokens: Tensor
  /** 1 where there is a word: [batch, length]. */
  present: Tensor
}

export interface PromptSizes {
  words: number
  features: number
  /** Learnable vectors in the place of the instruction. */
  instruction: number
  /** Tokens of all entities, end to end. */
  length: number
}

/** Equation (10): the instruction, the mark "Entity:", and the entities' words; int64 ids [batch, entities, tokens] (`length` of them) or none. */
export function entityPrompt(
  p: Parameters,
  { words, features, instruction, length }: PromptSizes,
): (batch: Tensor['shape'][number], ids: Tensor | null) => Prompt {
  const start = p.weight('instruction', [instruction, features], initializers.normal(0.05))
  const mark = p.weight('mark', [1, features], initializers.normal(0.05))
  const embed = tokenEmbedding(p, { words, features, length })
  return (batch, ids) => {
    const lead = ids === null ? start : concat([start, mark], 0)
    const leading = expand(unsqueeze(lead, 0), [batch, ...lead.shape])
    const counted = expand(scalar(1), [batch, lead.shape[0]])
    if (ids === null) {
      return { tokens: leading, present: counted }
    }
    // end to end once they are vectors: ids cannot be reshaped on the GPU
    const present = reshape(presentTokens(ids, words), [-1, length])
    const promptTokens = reshape(embed.lookup(ids), [-1, length, features])
    const named = mul(add(promptTokens, embed.positions()), unsqueeze(present, 2))
    return { tokens: concat([leading, named], 1), present: concat([counted, present], 1) }
  }
}
