import { ImageError } from '../../../images/file'
import { writeInImages } from '../../export/images'
import { PairLeftOut } from '../../export/export-pair'
import type { PlannedPair, WrittenPair } from '../../export/export-pair'
import type { OutputFolder } from '../../export/output'
import { NotPlaced, placedFrames } from './frames'
import type { PlacedFrames } from './frames'

/**
 * Both images of a georeferenced pair.
 * @param check of the places: throws PairLeftOut for those that the format cannot write
 * @throws PairLeftOut before anything is written
 */
export async function writePlacedPair(
  output: OutputFolder,
  pair: PlannedPair,
  check: (places: PlacedFrames) => void | Promise<void> = () => {},
): Promise<WrittenPair> {
  const { beforePath, afterPath } = pair.item
  await check(await placesOrLeftOut(beforePath, afterPath))
  return writeInImages(output, pair)
}

async function placesOrLeftOut(beforePath: string, afterPath: string): Promise<PlacedFrames> {
  try {
    return await placedFrames(beforePath, afterPath)
  } catch (error) {
    throw error instanceof NotPlaced || error instanceof ImageError ? new PairLeftOut(error.text) : error
  }
}
