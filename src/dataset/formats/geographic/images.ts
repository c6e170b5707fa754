import { extname } from 'node:path'
import { findSidecar, SIDECAR_ENDINGS } from '../../../georeference/sidecars'
import { writePairFiles } from '../../export/images'
import { PairLeftOut } from '../../export/export-pair'
import type { PlannedPair, WrittenPair } from '../../export/export-pair'
import type { OutputFolder } from '../../export/output'
import { NotPlaced, placedFrames } from './frames'
import type { PlacedFrames } from './frames'

/**
 * Both images, with the files beside them that tell where they lie.
 * @param check of the places: throws PairLeftOut for those that the format cannot write
 * @throws PairLeftOut before anything is written
 */
export async function writePlacedPair(
  output: OutputFolder,
  pair: PlannedPair,
  check: (places: PlacedFrames) => void = () => {},
): Promise<WrittenPair> {
  const { beforePath, afterPath } = pair.item
  check(await placesOrLeftOut(beforePath, afterPath))
  const written = await writePairFiles(output, pair, {
    before: `images/before/${pair.name}`,
    after: `images/after/${pair.name}`,
    mask: null,
  })
  await writeSidecars(output, beforePath, written.before)
  await writeSidecars(output, afterPath, written.after)
  return written
}

async function placesOrLeftOut(beforePath: string, afterPath: string): Promise<PlacedFrames> {
  try {
    return await placedFrames(beforePath, afterPath)
  } catch (error) {
    throw error instanceof NotPlaced ? new PairLeftOut(error.message) : error
  }
}

async function writeSidecars(output: OutputFolder, source: string, image: string): Promise<void> {
  for (const kind of ['world', 'projection'] as const) {
    const sidecar = await findSidecar(source, kind)
    if (sidecar !== null) {
      const stem = image.slice(0, image.length - extname(image).length)
      await output.write(`${stem}${SIDECAR_ENDINGS[kind]}`, sidecar.text)
    }
  }
}
