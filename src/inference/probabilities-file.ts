import { rename, writeFile } from 'node:fs/promises'
import { decodeFile } from '../images/decode'
import { encodeMaskPng, hasComment } from '../images/mask-png'
import type { ChangeMap } from '../models/model-proposer'

/** Comment in the file of a map that has `isUnaligned`. */
const UNALIGNED = 'unaligned'

/** As a PNG of one channel, 0 to 255. It is a copy to save time: a full disk is no reason to fail. */
export async function writeProbabilities(
  path: string,
  { width, height, values, isUnaligned }: ChangeMap,
): Promise<void> {
  const data = Uint8Array.from(values, (value) => Math.round(255 * value))
  try {
    await writeFile(
      `${path}.part`,
      await encodeMaskPng({ width, height, data }, 1, isUnaligned === true ? UNALIGNED : null),
    )
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
  return { width, height, values, isUnaligned: await hasComment(path, UNALIGNED) }
}
