import { IGNORED } from '../../models/layers/training-inputs'
import type { Stepper } from '../train-step'

export interface HeldOutScore {
  /** 0 to 1; the mean of the IoU, or accuracy where no crop shows or gets a mark, and of the word probability if it is known. */
  readonly score: number
  /** Of both frames over all crops whose masks are known. */
  readonly maskIou: number
  /** Share of the crops classified correctly as changed or not, where that is known; 0 where it never is. */
  readonly accuracy: number
  /** Geometric mean of the probabilities of true next words; null without captions. */
  readonly wordProbability: number | null
}

/** Scores the model in training on the crops of held-out pairs: much cheaper than whole proposals. */
export interface HeldOutScorer {
  score(step: Stepper): Promise<HeldOutScore>
  release(): Promise<void>
}

export interface HeldOutScorerOptions {
  /** Most crops, spread over pairs and kinds. */
  readonly limit: number
  readonly threads: number
}

type Values = ArrayLike<number | bigint>

/** Accumulates a `HeldOutScore`. */
export class HeldOutScoreAccumulator {
  private intersection = 0
  private union = 0
  private right = 0
  private crops = 0
  private words = 0
  private loss = 0

  /**
   * @param actual coverage [n, 2, h, w] and `hasChange` [n]; where `hasChange` is unknown, the coverage is too
   * @param predicted logits of both
   */
  addMasks(
    count: number,
    actual: { readonly masks: Values; readonly hasChange: Values },
    predicted: { readonly changed: Values; readonly changedLogit: Values },
  ): void {
    const pixels = actual.masks.length / count
    for (let item = 0; item < count; item++) {
      const target = Number(actual.hasChange[item])
      if (target < 0) {
        continue
      }
      this.crops++
      this.right += Number(predicted.changedLogit[item]) > 0 === target > 0.5 ? 1 : 0
      let [intersection, union] = [0, 0]
      for (let at = item * pixels; at < (item + 1) * pixels; at++) {
        const [share, isPredicted] = [Number(actual.masks[at]), Number(predicted.changed[at]) > 0]
        if (share >= 0.5 && isPredicted) {
          intersection++
        }
        if (share >= 0.5 || isPredicted) {
          union++
        }
      }
      this.intersection += intersection
      this.union += union
    }
  }

  /** @param loss mean cross-entropy of so many words */
  addWords(count: number, loss: number): void {
    this.words += count
    this.loss += loss * count
  }

  score(): HeldOutScore {
    const maskIou = this.union === 0 ? 1 : this.intersection / this.union
    const accuracy = this.right / Math.max(1, this.crops)
    const wordProbability = this.words === 0 ? null : Math.exp(-this.loss / this.words)
    const available = [
      ...(this.union > 0 ? [maskIou] : this.crops > 0 ? [accuracy] : []),
      ...(wordProbability === null ? [] : [wordProbability]),
    ]
    const score = available.reduce((sum, value) => sum + value, 0) / Math.max(1, available.length)
    return { score, maskIou, accuracy, wordProbability }
  }
}

/** The number of targets that are not ignored. */
export function countTargets(targets: BigInt64Array): number {
  return targets.reduce((n, id) => (id === BigInt(IGNORED) ? n : n + 1), 0)
}
