import type { Bands } from '../domain/value-mapping'
import { overlayOrNull } from '../frames/common-grid'
import type { FrameFiles } from '../frames/common-grid'
import { depthOf, pairValues } from '../frames/value-facts'
import type { PairValues } from '../frames/value-facts'
import { NoSuchBandError } from '../images/bands'
import { ImageError } from '../images/file'
import type { Samples } from '../images/raster'
import type { FileBands } from '../images/tiff-bands'
import { valuePreview } from '../images/value-preview'
import { isTooLargeForOne, openFrame, reading } from './tiled-pair'
import { someSamples } from './value-range'

/**
 * As `pairValues`. Of files that are too large to be decoded whole, from the values by which their tiles are shown: those
 * of a coarse level, or of some parts. @throws ImageError
 */
export async function pairValuesOrSome(files: FrameFiles, bands: Bands | null): Promise<PairValues> {
  if (await isTooLargeForOne(files)) {
    return pairOfSome(files, bands)
  }
  try {
    return await pairValues(files.before, files.after, bands)
  } catch (error) {
    if (!(error instanceof ImageError && error.code === 'too-large')) {
      throw error
    }
    // by its bytes, or for the codec
    return await pairOfSome(files, bands)
  }
}

async function pairOfSome(files: FrameFiles, bands: Bands | null): Promise<PairValues> {
  const [before, after] = [await valuesOf(files.before, bands), await valuesOf(files.after, bands)]
  const [first, second] = [before.some, after.some]
  const depth = first === null || second === null ? null : depthOf(first.samples, second.samples)
  // where they are laid over each other, the files do not lie as they are shown
  const isShown = first?.isWhole === true && second?.isWhole === true && (await overlayOrNull(files)) === null
  const preview = (isDeep: boolean | undefined, some: Some | null): Buffer | null =>
    isShown && isDeep === true && some !== null ? valuePreview(some.samples, 1) : null
  return {
    facts: {
      depth: depth === null ? null : { ...depth, hasPreviews: isShown },
      bands: { before: before.bands, after: after.bands },
    },
    previews: {
      before: preview(depth?.frames.before, first),
      after: preview(depth?.frames.after, second),
    },
  }
}

interface Some {
  samples: Samples
  isWhole: boolean
}

/** `some` is null where the file lacks the chosen bands. */
async function valuesOf(path: string, bands: Bands | null): Promise<{ some: Some | null; bands: FileBands }> {
  const frame = await openFrame(path)
  try {
    return await reading(frame, async () => ({
      some: await someSamples(frame.image, bands).catch(nullWithoutBand),
      bands: await frame.image.bands(),
    }))
  } finally {
    await frame.image.close()
  }
}

function nullWithoutBand(error: unknown): null {
  if (error instanceof NoSuchBandError) {
    return null
  }
  throw error
}
