import { rename, writeFile } from 'node:fs/promises'
import { decodeFile } from '../images/decode'
import { encodeMaskPng } from '../images/mask-png'
import { decodeRle } from '../mask/rle'
import type { Rle } from '../mask/rle'
import type { ChangeMap } from '../models/model-proposer'

/** As a PNG of one channel, 0 to 255. It is a copy to save time: a full disk is no reason to fail. */
export async function writeProbabilities(path: string, { width, height, values }: ChangeMap): Promise<void> {
  const data = Uint8Array.from(values, (value) => Math.round(255 * value))
  try {
    await writeFile(`${path}.part`, await encodeMaskPng({ width, height, data }))
    await rename(`${path}.part`, path)
  } catch (error) {
    console.error(`${path}:`, error)
  }
}

/** @throws ImageError */
export async function readProbabilities(path: string): Promise<ChangeMap> {
  const { samples } = await decodeFile(path)
  const { width, height, channels, data } = samples
  const values = Float32Array.from({ length: width * height }, (_, at) => data[at * channels] / 255)
  return { width, height, values }
}

/**
 * Pixels that a person marked and that are marked at each threshold, and those of either. None where the mask is of
 * another size, as after an image was replaced.
 * @throws ImageError
 */
export async function countAtThresholds(
  { probabilities, mask }: { probabilities: string; mask: Rle },
  thresholds: readonly number[],
): Promise<[shared: number, either: number][]> {
  const { width, height, values } = await readProbabilities(probabilities)
  if (mask.size[0] !== height || mask.size[1] !== width) {
    return thresholds.map(() => [0, 0])
  }
  const marked = decodeRle(mask).data
  return thresholds.map((threshold) => {
    let [shared, either] = [0, 0]
    values.forEach((value, at) => {
      const isChanged = value >= threshold ? 1 : 0
      shared += isChanged & marked[at]
      either += isChanged | marked[at]
    })
    return [shared, either]
  })
}
