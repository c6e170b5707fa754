import type { Tensor as RuntimeTensor } from 'onnxruntime-node'
import { IMAGE_SIDE, MASK_SIDE } from '../../systems/blocks/sizes'
import type { Evaluation } from '../evaluation'
import { writePlanes } from '../../systems/blocks/pixels'
import { readPixels, type TrainingPair } from './training-set'

/** How well the first look does, without captions. */
export interface SceneScores {
  /** Of both frames' masks over all pairs, at 64 x 64. */
  readonly maskIou: number
  /** Share of the pairs told right: changed or not. */
  readonly accuracy: number
}

const BATCH = 16

/** Scores a scene's outputs `changed` and `anything` on made pairs of 128 x 128. */
export async function scoreScenes(
  evaluation: Evaluation,
  vectors: Readonly<Record<string, RuntimeTensor>>,
  pairs: readonly TrainingPair[],
): Promise<SceneScores> {
  let hit = 0
  let either = 0
  let right = 0
  for (let start = 0; start < pairs.length; start += BATCH) {
    const own = pairs.slice(start, start + BATCH)
    const pixels = own.map(readPixels)
    const frames = (name: 'before' | 'after') => {
      const size = 3 * IMAGE_SIDE * IMAGE_SIDE
      const data = new Float32Array(own.length * size)
      pixels.forEach((pair, item) => writePlanes(data.subarray(item * size, (item + 1) * size), pair[name]))
      return { data, shape: [own.length, 3, IMAGE_SIDE, IMAGE_SIDE] }
    }
    const outputs = await evaluation.run(vectors, { before: frames('before'), after: frames('after') })
    own.forEach(({ record }, item) => {
      right += Number(outputs.anything.data[item]) > 0 === record.categories.length > 0 ? 1 : 0
      const { beforeRegions, afterRegions, vacatedRegions } = pixels[item]
      for (let cell = 0; cell < 2 * MASK_SIDE * MASK_SIDE; cell++) {
        const frame = Math.floor(cell / (MASK_SIDE * MASK_SIDE))
        const y = Math.floor((cell % (MASK_SIDE * MASK_SIDE)) / MASK_SIDE)
        const at = 2 * y * IMAGE_SIDE + 2 * (cell % MASK_SIDE)
        const shows = (map: Uint8Array): number =>
          [at, at + 1, at + IMAGE_SIDE, at + IMAGE_SIDE + 1].filter((pixel) => map[pixel] > 0).length
        const share =
          frame === 0 ? shows(beforeRegions) : Math.max(shows(afterRegions), shows(vacatedRegions))
        const is = share >= 2
        const said = Number(outputs.changed.data[item * 2 * MASK_SIDE * MASK_SIDE + cell]) > 0
        if (is && said) hit++
        if (is || said) either++
      }
    })
  }
  return { maskIou: hit / Math.max(1, either), accuracy: right / pairs.length }
}
