import type { TensorData } from '../../../training/session'
import type { ContributionScore } from '../../../training/task'
import { MASK_SIDE } from '../../layers/sizes'

/** Inputs that say which regions a caption is conditioned on. */
export const REGION_INPUTS = ['masks', 'anchors', 'valid', 'unconditioned'] as const

type Inputs = Readonly<Record<string, TensorData>>

/** The same pairs, captions conditioned on no region. */
export function withoutRegions(batch: Inputs): Inputs {
  const { unconditioned } = batch
  return {
    ...batch,
    unconditioned: { ...unconditioned, data: new Float32Array(unconditioned.data.length).fill(1) },
  }
}

/** The same pairs, each conditioned on the regions of the next pair; the last one on those of the first. */
export function withRegionsOfNext(batch: Inputs): Inputs {
  return { ...batch, ...Object.fromEntries(REGION_INPUTS.map((name) => [name, shifted(batch[name])])) }
}

function shifted({ data, shape }: TensorData): TensorData {
  const row = data.length / shape[0]
  const moved = data.slice()
  if (moved instanceof BigInt64Array && data instanceof BigInt64Array) {
    moved.set(data.subarray(row))
    moved.set(data.subarray(0, row), data.length - row)
  } else if (moved instanceof Float32Array && data instanceof Float32Array) {
    moved.set(data.subarray(row))
    moved.set(data.subarray(0, row), data.length - row)
  }
  return { data: moved, shape }
}

/** Log-probability of a word under the true regions, against that without them or with others. */
export class WordConditioning {
  private count = 0
  private own = 0
  private other = 0

  /** Mean cross-entropies of so many words. */
  add(words: number, loss: number, otherLoss: number): void {
    this.count += words
    this.own += words * loss
    this.other += words * otherLoss
  }

  score(): ContributionScore {
    const count = Math.max(1, this.count)
    return { value: -this.own / count, baseline: -this.other / count }
  }
}

const PIXELS = 2 * MASK_SIDE * MASK_SIDE

/** IoU of refined masks with the truth, against that of the proposed ones. */
export class MaskRefinement {
  private readonly refined = { intersection: 0, union: 0 }
  private readonly proposed = { intersection: 0, union: 0 }

  /** @param truth coverage [n, 2, 128, 128]; the others are logits of the same shape */
  add(truth: Float32Array, proposed: Float32Array, refined: Float32Array): void {
    if (truth.length % PIXELS !== 0 || truth.length !== refined.length || truth.length !== proposed.length) {
      throw new RangeError(`masks of ${truth.length}, ${proposed.length} and ${refined.length} pixels`)
    }
    for (const [sums, masks] of [
      [this.proposed, proposed],
      [this.refined, refined],
    ] as const) {
      masks.forEach((logit, at) => {
        const [isTrue, isMarked] = [truth[at] >= 0.5, logit > 0]
        sums.intersection += isTrue && isMarked ? 1 : 0
        sums.union += isTrue || isMarked ? 1 : 0
      })
    }
  }

  score(): ContributionScore {
    return { value: iouOf(this.refined), baseline: iouOf(this.proposed) }
  }
}

function iouOf({ intersection, union }: { intersection: number; union: number }): number {
  return intersection / Math.max(1, union)
}
