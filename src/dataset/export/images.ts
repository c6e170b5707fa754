import { overlayOrNull, keyOf } from '../../frames/common-grid'
import { decodePairOrWindow } from '../../tiles/decode-by-window'
import type { Overlay } from '../../georeference/overlay'
import { imageHeaderOf } from '../../images/decode'
import { encodePng } from '../../images/raster'
import { isShownOtherwise } from '../../images/shown-otherwise'
import { ImageError, readImageFile } from '../../images/file'
import type { ImageFormat, ImageHeader } from '../../images/header/source'
import type { ImageGeoreference } from '../../georeference/read'
import { sidecarPath, sidecarsOf, worldFileOf } from '../../georeference/sidecars'
import { uprightSize } from '../../images/transform'
import type { Raster } from '../../images/raster'
import type { ExportItem, ImageAccount, PlannedPair, WrittenPair } from './export-pair'
import { PairLeftOut } from './export-pair'
import type { OutputImage, OutputFolder } from './output'
import { encodeMask } from './thread-helper'
import { message } from '../../messages/message'
import { sha256Hex } from '../../process/sha256'

/** An image as it is written. */
interface ImageFile extends OutputImage {
  /** SHA-256 of the file it comes from. */
  sourceHash: string
  /** Without the dot. */
  extension: string
  /** What the files beside its source tell of where it lies holds for it. */
  keepsPlace: boolean
}

interface PairImages {
  before: ImageFile
  after: ImageFile
  /** Where both are on a common grid, and not as their files have them. */
  overlay: Overlay | null
}

const EXTENSIONS: Record<ImageFormat, string> = {
  png: 'png',
  jpeg: 'jpg',
  webp: 'webp',
  bmp: 'bmp',
  tiff: 'tif',
  dicom: 'dcm',
  nifti: 'nii',
}

/**
 * Both images of a pair, as they are where that keeps them true to their masks; else as 8-bit RGB PNG. A
 * turned image (EXIF) is always converted, as few loaders turn it and masks are upright. So is one that can be seen through:
 * it was reviewed on grey, and loaders show what lies hidden; and one whose profile says that its colours are not sRGB, as
 * few loaders convert them. So are frames that are laid over each other: their masks are on the common grid.
 * @param need `rgb-png` where the format takes nothing but 8-bit RGB PNG files of one size
 * @throws PairLeftOut
 */
export async function loadImages(item: ExportItem, need: 'any' | 'rgb-png'): Promise<PairImages> {
  return orLeaveOut(async () => {
    const overlay = await overlayOrNull({ before: item.beforePath, after: item.afterPath })
    const [before, after] = await Promise.all([
      readSource(item.beforePath, overlay === null ? need : 'none'),
      readSource(item.afterPath, overlay === null ? need : 'none'),
    ])
    checkSizes(item, { before: before.header, after: overlay?.grid ?? after.header }, overlay, need)
    if (before.isFit && after.isFit) {
      return { before: asIs(before), after: asIs(after), overlay }
    }
    const decoded = await decodePairOrWindow(item.beforePath, item.afterPath, item.mapping)
    const converted = async (side: 'before' | 'after'): Promise<ImageFile> => {
      const bytes = await encodePng(decoded[side])
      const { bytes: sourceBytes, header } = side === 'before' ? before : after
      const [sha256, sourceHash] = [sha256Hex(bytes), sha256Hex(sourceBytes)]
      const keepsPlace = header.orientation === 1
      return { bytes, extension: 'png', source: null, sha256, sourceHash, keepsPlace }
    }
    return {
      before: before.isFit ? asIs(before) : await converted('before'),
      after: after.isFit ? asIs(after) : await converted('after'),
      overlay,
    }
  })
}

/** Both images decoded, upright, as 8-bit RGB. @throws PairLeftOut */
export async function loadPixels(item: ExportItem): Promise<{ before: Raster; after: Raster }> {
  return orLeaveOut(() => decodePairOrWindow(item.beforePath, item.afterPath, item.mapping))
}

async function orLeaveOut<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ImageError ? new PairLeftOut(error.text) : error
  }
}

export function accountOf({ before, after, overlay }: PairImages): ImageAccount {
  return {
    commonGrid: overlay === null ? null : keyOf(overlay),
    convertedImages: [before, after].filter(({ source }) => source === null).length,
    sources: { before: before.sourceHash, after: after.sourceHash },
  }
}

interface Source {
  path: string
  bytes: Buffer
  header: ImageHeader
  isFit: boolean
}

/** @param need `none` where the file is not to be taken as it is */
async function readSource(path: string, need: 'any' | 'rgb-png' | 'none'): Promise<Source> {
  const bytes = await readImageFile(path)
  const header = await imageHeaderOf(path, bytes)
  // few loaders turn images, none of them reads DICOM or NIfTI, and DICOM has a person's data beside the pixels
  const isCommon = header.orientation === 1 && !['dicom', 'nifti'].includes(header.format)
  const isTaken = need === 'any' || (need === 'rgb-png' && isRgbPng(bytes, header))
  const isFit = isCommon && isTaken && !(await isShownOtherwise(path, bytes, header))
  return { path, bytes, header, isFit }
}

function asIs({ path, bytes, header }: Source): ImageFile {
  const sha256 = sha256Hex(bytes)
  const extension = EXTENSIONS[header.format]
  return { bytes, extension, source: path, sha256, sourceHash: sha256, keepsPlace: true }
}

/** Bit depth 8 and colour type 2 in the PNG header. */
function isRgbPng(bytes: Buffer, { format }: ImageHeader): boolean {
  return format === 'png' && bytes[24] === 8 && bytes[25] === 2
}

type Sized = Pick<ImageHeader, 'width' | 'height'> & Partial<Pick<ImageHeader, 'orientation'>>

function checkSizes(
  item: ExportItem,
  { before, after }: { before: Sized; after: Sized },
  overlay: Overlay | null,
  need: string,
): void {
  const afterSize = spelledSize(after)
  if (afterSize !== `${item.width} x ${item.height}`) {
    const known = `${item.width} x ${item.height}`
    throw new PairLeftOut(message('exports.sizeChanged', { size: afterSize, known }))
  }
  if (need === 'rgb-png' && overlay === null && spelledSize(before) !== afterSize) {
    const sizes = { before: spelledSize(before), after: afterSize }
    throw new PairLeftOut(message('exports.twoSizes', sizes))
  }
}

function spelledSize({ orientation = 1, ...stored }: Sized): string {
  const { width, height } = uprightSize({ ...stored, orientation })
  return `${width} x ${height}`
}

/** Where the files of a pair go, without their extensions; `mask` is null where the format has no such file. */
interface PairPaths {
  readonly before: string
  readonly after: string
  readonly mask: string | null
}

/**
 * Writes both images as they are, with the files beside them that tell where they lie, and the mask of all that changed
 * as a PNG of one channel, 0 and 255.
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
  if (images.overlay === null) {
    await writeSidecars(output, images.before, pair.item.beforePath, before)
    await writeSidecars(output, images.after, pair.item.afterPath, after)
  } else if (images.overlay.isOnMap) {
    await writePlace(output, images.overlay.grid, before)
    await writePlace(output, images.overlay.grid, after)
  }
  if (label !== null && mask !== null) {
    await output.write(label, mask)
  }
  return { pair, before, after, label, ...accountOf(images) }
}

/** Images in `images/before` and `images/after`, as in most formats. @throws PairLeftOut as `writePairFiles` */
export function writeInImages(
  output: OutputFolder,
  pair: PlannedPair,
  mask: string | null = null,
): Promise<WrittenPair> {
  return writePairFiles(output, pair, {
    before: `images/before/${pair.name}`,
    after: `images/after/${pair.name}`,
    mask,
  })
}

/** They are of the image as it was stored: one that was turned has none. */
async function writeSidecars(
  output: OutputFolder,
  { keepsPlace }: ImageFile,
  path: string,
  image: string,
): Promise<void> {
  for (const { kind, text } of keepsPlace ? await sidecarsOf(path) : []) {
    await output.write(sidecarPath(image, kind), text)
  }
}

/** World file and projection of the common grid. */
async function writePlace(
  output: OutputFolder,
  { transform, crs }: ImageGeoreference,
  image: string,
): Promise<void> {
  await output.write(sidecarPath(image, 'world'), worldFileOf(transform))
  if (crs !== null) {
    await output.write(sidecarPath(image, 'projection'), crs.wkt)
  }
}
