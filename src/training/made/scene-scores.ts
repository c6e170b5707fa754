import type { Tensor as RuntimeTensor } from 'onnxruntime-node'
import type { TrainingPixels } from '../../dataset/made/training-record'
import { framesOf } from '../../inference/family/network'
import { IMAGE_SIDE, MASK_SIDE } from '../../systems/blocks/sizes'
import type { Evaluation } from '../evaluation'
import { readPixels, type TrainingPair } from './training-set'

/** How well the first look does, without captions. */
export interface SceneScores {
  /** Of both frames' masks over all pairs, at 64 x 64. */
  readonly maskIou: number
  /** Share of the pairs told right: changed or not. */
  readonly accuracy: number
}

const BATCH = 16
const CELLS = 2 * MASK_SIDE * MASK_SIDE

/** Adds up `SceneScores` pair by pair. */
export class SceneTally {
  private hit = 0
  private either = 0
  private right = 0
  private pairs = 0

  /** Logits [2, 64, 64] of "changed here", from `at`, and the logit of "anything changed". */
  add(
    { record }: TrainingPair,
    { beforeRegions, afterRegions, vacatedRegions }: TrainingPixels,
    changed: ArrayLike<number | bigint>,
    anything: number,
    at = 0,
  ): void {
    this.pairs++
    this.right += anything > 0 === record.categories.length > 0 ? 1 : 0
    for (let cell = 0; cell < CELLS; cell++) {
      const frame = Math.floor(cell / (MASK_SIDE * MASK_SIDE))
      const y = Math.floor((cell % (MASK_SIDE * MASK_SIDE)) / MASK_SIDE)
      const corner = 2 * y * IMAGE_SIDE + 2 * (cell % MASK_SIDE)
      const shows = (map: Uint8Array): number =>
        [corner, corner + 1, corner + IMAGE_SIDE, corner + IMAGE_SIDE + 1].filter((pixel) => map[pixel] > 0)
          .length
      const share = frame === 0 ? shows(beforeRegions) : Math.max(shows(afterRegions), shows(vacatedRegions))
      const is = share >= 2
      const said = Number(changed[at + cell]) > 0
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
      tally.add(pair, pixels[item], changed.data, Number(anything.data[item]), item * CELLS),
    )
  }
  return tally.scores()
}
