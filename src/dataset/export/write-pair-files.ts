import type { PlannedPair, WrittenPair } from './export-pair'
import { encodeMask } from './helper'
import { accountOf, loadImages } from './images'
import type { OutputFolder } from './output'

/** Where the files of a pair go, without their extensions; `mask` is null where the format has no such file. */
export interface PairPaths {
  readonly before: string
  readonly after: string
  readonly mask: string | null
}

/**
 * Writes both images as they are, and the mask of all that changed as a PNG of one channel, 0 and 255.
 * @throws PairLeftOut before anything of the pair is written
 */
export async function writePairFiles(
  output: OutputFolder,
  pair: PlannedPair,
  paths: PairPaths,
): Promise<WrittenPair> {
  const images = await loadImages(pair.item, 'any')
  const before = `${paths.before}.${images.before.extension}`
  const after = `${paths.after}.${images.after.extension}`
  const label = paths.mask === null ? null : `${paths.mask}.png`
  const mask = label === null ? null : await encodeMask(output.helper, pair)
  await output.image(before, images.before)
  await output.image(after, images.after)
  if (label !== null && mask !== null) {
    await output.write(label, mask)
  }
  return { pair, before, after, label, ...accountOf(images) }
}
