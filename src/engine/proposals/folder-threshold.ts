import type { StateCounts } from '../../contract/project'
import { changedMask } from '../../domain/review'
import { emptyRle } from '../../mask/rle'
import type { Rle } from '../../mask/rle'
import type { MetaTable } from '../../store/json'
import { isNotStored } from '../../store/store-error'
import type { OpenProject } from '../project/open-project'
import { framePathsOf } from '../pictures/value-mappings'
import { probabilitiesPath } from './probabilities-path'
import { exists } from '../pictures/picture-files'
import type { Proposers } from './proposers'
import type { InferenceLane } from '../lanes/inference-lane'
import { message } from '../../messages/message'
import type { MessageText, Message } from '../../messages/message'
import { getSetting, projectSettings, setSetting } from '../project/project-settings'
import type { ChosenThreshold } from '../project/project-settings'

/** Least number of reviewed pairs, and the factor by which they grow before the threshold is chosen again. */
const LEAST_PAIRS = 10
const AGAIN = 1.5
const MOST_PAIRS = 60
export const THRESHOLDS = Array.from(
  { length: 17 },
  (_, index) => Math.round(100 * (0.1 + 0.05 * index)) / 100,
)
/** Least gain of a threshold on pairs that it was not chosen on, in IoU. */
const LEAST_GAIN = 0.005
const MILLISECONDS = 60_000

/** Pixels at each threshold: marked by both the person and the model, and by either. */
export type ThresholdCounts = readonly (readonly [shared: number, either: number])[]

interface Parts {
  lane: InferenceLane
  proposers: Proposers
  /** Another threshold is in force; `message` is in words. */
  onChosen(message: MessageText): void
}

/**
 * The probability from which on a pixel counts as changed in this folder, chosen on the pairs that people have
 * reviewed.
 */
export class FolderThreshold {
  private isChoosing = false

  constructor(
    private readonly project: OpenProject,
    private readonly parts: Parts,
    private readonly closing: AbortSignal,
  ) {}

  /** Null if the model's own is in force. */
  of(model: string): number | null {
    return storedThreshold(this.project.store.meta, model)
  }

  /** Pairs were decided; these are the project's counts. Never throws: a choice that fails is made with the next pairs. */
  async pairsChanged({ accepted, corrected }: StateCounts): Promise<void> {
    if (this.isChoosing) {
      return
    }
    this.isChoosing = true
    try {
      const model = this.parts.proposers.answers('threshold')
      const stored = this.stored()
      const last = stored?.model === model ? stored.pairs : 0
      if (model !== null && accepted + corrected >= Math.max(LEAST_PAIRS, AGAIN * last)) {
        await this.choose(model, accepted + corrected)
      }
    } catch (error) {
      if (!isNotStored(error) && !this.closing.aborted) {
        console.error('threshold:', error)
      }
    } finally {
      this.isChoosing = false
    }
  }

  private async choose(model: string, pairs: number): Promise<void> {
    const reviewed = await this.reviewed(model)
    if (reviewed.length < LEAST_PAIRS) {
      return
    }
    const own = this.parts.proposers.ownThreshold(model) ?? 0.5
    const thresholds = [...new Set([...THRESHOLDS, own])].sort((a, b) => a - b)
    const counts = await this.parts.lane.call(
      'countAtThresholds',
      { pairs: reviewed, thresholds },
      { milliseconds: MILLISECONDS, signal: this.closing },
    )
    const before = this.of(model)
    const threshold = bestThreshold(counts, thresholds, own)
    setSetting(this.project.store.meta, projectSettings.threshold, { model, threshold, pairs })
    if (threshold !== before) {
      this.parts.onChosen(inWords(reviewed.length, threshold))
    }
  }

  /** Pairs with cached probabilities, and the masks that people left. */
  private async reviewed(model: string): Promise<{ probabilities: string; mask: Rle }[]> {
    const { store } = this.project
    const ids = store.pairs.find({ states: ['accepted', 'corrected'], search: '', hasProblem: false }, 'key')
    const found: { probabilities: string; mask: Rle }[] = []
    for (const id of ids.slice(-MOST_PAIRS)) {
      const pair = store.pair(id)
      const probabilities = await probabilitiesPath(
        this.project,
        id,
        model,
        await framePathsOf(this.project, pair),
      )
      if (probabilities !== null && (await exists(probabilities))) {
        const mask = changedMask(store.document(pair)) ?? emptyRle(pair.width, pair.height)
        found.push({ probabilities, mask })
      }
    }
    return found
  }

  private stored(): ChosenThreshold | null {
    return getSetting(this.project.store.meta, projectSettings.threshold)
  }
}

/** The threshold that was chosen for a model in a project; null if the model's own is in force. */
export function storedThreshold(meta: MetaTable, model: string): number | null {
  const stored = getSetting(meta, projectSettings.threshold)
  return stored?.model === model ? stored.threshold : null
}

/**
 * The threshold with the best IoU over all pairs; null if it is no better than the model's own on pairs that it was
 * not chosen on, each left out in turn.
 */
export function bestThreshold(
  pairs: readonly ThresholdCounts[],
  thresholds: readonly number[],
  ownThreshold: number,
): number | null {
  const own = thresholds.indexOf(ownThreshold)
  const total = thresholds.map((_, at) => sumAt(pairs, at))
  let [shared, either] = [0, 0]
  for (const left of pairs) {
    const others = total.map(([a, b], at) => [a - left[at][0], b - left[at][1]] as const)
    const chosen = bestOf(others, own)
    shared += left[chosen][0]
    either += left[chosen][1]
  }
  const best = bestOf(total, own)
  const gain = shared / Math.max(1, either) - iouOf(total[own])
  return best === own || gain < LEAST_GAIN ? null : thresholds[best]
}

function sumAt(pairs: readonly ThresholdCounts[], at: number): readonly [number, number] {
  const sumOf = (part: 0 | 1): number => pairs.reduce((sum, counts) => sum + counts[at][part], 0)
  return [sumOf(0), sumOf(1)]
}

/** Of equally good ones, the nearest to the model's own. */
function bestOf(counts: ThresholdCounts, own: number): number {
  return counts.reduce((best, one, at) => {
    const better = iouOf(one) - iouOf(counts[best])
    return better > 0 || (better === 0 && Math.abs(at - own) < Math.abs(best - own)) ? at : best
  }, own)
}

function iouOf([shared, either]: readonly [number, number]): number {
  return shared / Math.max(1, either)
}

function inWords(count: number, threshold: number | null): Message {
  return threshold === null
    ? message('proposals.bestThreshold', { count })
    : message('proposals.foundThreshold', { count, threshold })
}
