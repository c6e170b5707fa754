import { MASK_SIDE } from '../../systems/blocks/sizes'
import { IGNORED } from '../../systems/blocks/training-inputs'
import type { Stepper } from '../train-step'
import type { CutRecord } from './cut-file'
import { showCut, type PreparedPair } from './prepare'
import type { Shown } from './shown'

export interface HeldOutScore {
  /** 0 to 1; the mean of those below that are known, accuracy only where no other is. */
  readonly score: number
  /** Of both frames over all cuts whose masks are known, at 128 x 128. */
  readonly maskIou: number
  /** Share of the cuts told right, changed or not, of those of which that is known; 0 where none is. */
  readonly accuracy: number
  /** Geometric mean of the probabilities of true next words; null without captions. */
  readonly wordProbability: number | null
}

/** The model in training on the cuts of held-out pairs: much cheaper than whole proposals. */
export interface HeldOut {
  score(step: Stepper): Promise<HeldOutScore>
  release(): Promise<void>
}

export interface HeldOutOptions {
  /** Cuts at most, as evenly over pairs and kinds as it goes. */
  readonly limit: number
  readonly threads: number
}

const BATCH = 16
const PIXELS = 2 * MASK_SIDE * MASK_SIDE

/** The cuts that are scored, as many at a time as are looked at side by side. */
export class HeldOutCuts {
  private readonly shown: readonly (readonly [PreparedPair, CutRecord])[]

  constructor(pairs: readonly PreparedPair[], limit: number) {
    this.shown = inTurns(pairs).slice(0, limit)
  }

  /** `start` is the place of the first of them. @throws TuneError where the run's own files are gone */
  *batches(): Generator<{ start: number; shown: readonly Shown[] }> {
    for (let start = 0; start < this.shown.length; start += BATCH) {
      const own = this.shown.slice(start, start + BATCH)
      yield { start, shown: own.map(([pair, record]) => showCut(pair, record)) }
    }
  }
}

type Values = ArrayLike<number | bigint>

/** Adds up a `HeldOutScore`. */
export class HeldOutTally {
  private hit = 0
  private either = 0
  private right = 0
  private cuts = 0
  private words = 0
  private loss = 0

  /**
   * Shares [n, 2, 128, 128] and `anything` [n] as they are, logits of the same as they are said. Where `anything` is
   * not known, nor are the shares.
   */
  addSight(
    count: number,
    is: { readonly masks: Values; readonly anything: Values },
    said: { readonly changed: Values; readonly anything: Values },
  ): void {
    for (let item = 0; item < count; item++) {
      const anything = Number(is.anything[item])
      if (anything < 0) continue
      this.cuts++
      this.right += Number(said.anything[item]) > 0 === anything > 0.5 ? 1 : 0
      let [hit, either] = [0, 0]
      for (let at = item * PIXELS; at < (item + 1) * PIXELS; at++) {
        const [share, claimed] = [Number(is.masks[at]), Number(said.changed[at]) > 0]
        if (share >= 0.5 && claimed) hit++
        if (share >= 0.5 || claimed) either++
      }
      this.hit += hit
      this.either += either
    }
  }

  /** @param loss mean cross-entropy of so many words */
  addWords(count: number, loss: number): void {
    this.words += count
    this.loss += loss * count
  }

  score(): HeldOutScore {
    const maskIou = this.either === 0 ? 1 : this.hit / this.either
    const accuracy = this.right / Math.max(1, this.cuts)
    const wordProbability = this.words === 0 ? null : Math.exp(-this.loss / this.words)
    const known = [
      ...(this.either > 0 ? [maskIou] : this.cuts > 0 ? [accuracy] : []),
      ...(wordProbability === null ? [] : [wordProbability]),
    ]
    const score = known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length)
    return { score, maskIou, accuracy, wordProbability }
  }
}

/** How many of the targets count. */
export function countWords(targets: BigInt64Array): number {
  return targets.reduce((n, id) => (id === BigInt(IGNORED) ? n : n + 1), 0)
}

/** The first window of each pair, the whole of each, then what is left. */
function inTurns(pairs: readonly PreparedPair[]): (readonly [PreparedPair, CutRecord])[] {
  const all = pairs.flatMap((pair) => {
    const seen: Record<string, number> = {}
    return pair.cuts.map((record) => {
      const turn = (seen[record.kind] = (seen[record.kind] ?? -1) + 1)
      const place = { window: 0, whole: 1, empty: 2 }[record.kind]
      return { shown: [pair, record] as const, at: 3 * turn + place }
    })
  })
  return all.toSorted((a, b) => a.at - b.at).map(({ shown }) => shown)
}
