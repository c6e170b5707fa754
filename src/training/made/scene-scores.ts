import type { Tensor as RuntimeTensor } from 'onnxruntime-node'
import type { TrainingPixels } from '../../dataset/made/training-record'
import { framesOf } from '../../inference/family/network'
import { MASK_SIDE } from '../../systems/blocks/sizes'
import type { Evaluation } from '../evaluation'
import { readPixels, type TrainingPair } from './training-set'

/** How well the first look does, without captions. */
export interface SceneScores {
  /** Of both frames' masks over all pairs. */
  readonly maskIou: number
  /** Share of the pairs told right: changed or not. */
  readonly accuracy: number
}

const BATCH = 16
const PIXELS = MASK_SIDE * MASK_SIDE

/** Adds up `SceneScores` pair by pair. */
export class SceneTally {
  private hit = 0
  private either = 0
  private right = 0
  private pairs = 0

  /** Logits [2, 128, 128] of "changed here", from `at`, and the logit of "anything changed". */
  add(
    { record }: TrainingPair,
    { beforeRegions, afterRegions, vacatedRegions }: TrainingPixels,
    changed: ArrayLike<number | bigint>,
    anything: number,
    at = 0,
  ): void {
    this.pairs++
    this.right += anything > 0 === record.categories.length > 0 ? 1 : 0
    for (let place = 0; place < 2 * PIXELS; place++) {
      const pixel = place % PIXELS
      const is =
        place < PIXELS ? beforeRegions[pixel] > 0 : afterRegions[pixel] > 0 || vacatedRegions[pixel] > 0
      const said = Number(changed[at + place]) > 0
      if (is && said) this.hit++
      if (is || said) this.either++
    }
  }

  scores(): SceneScores {
    return { maskIou: this.hit / Math.max(1, this.either), accuracy: this.right / this.pairs }
  }
}

/** Scores a scene's outputs `changed` and `anything` on made pairs of 128 x 128. */
export async function scoreScenes(
  evaluation: Evaluation,
  vectors: Readonly<Record<string, RuntimeTensor>>,
  pairs: readonly TrainingPair[],
): Promise<SceneScores> {
  const tally = new SceneTally()
  for (let start = 0; start < pairs.length; start += BATCH) {
    const own = pairs.slice(start, start + BATCH)
    const pixels = own.map(readPixels)
    const frames = { before: framesOf(pixels, 'before'), after: framesOf(pixels, 'after') }
    const { changed, anything } = await evaluation.run(vectors, frames)
    own.forEach((pair, item) =>
      tally.add(pair, pixels[item], changed.data, Number(anything.data[item]), item * 2 * PIXELS),
    )
  }
  return tally.scores()
}
