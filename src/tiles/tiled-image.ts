import { fromFile, GeoTIFF } from 'geotiff'
import type { GeoTIFFImage } from 'geotiff'
import { prepareObjectFile } from '../buckets/object-file'
import type { RangedFile } from '../buckets/ranged-file'
import type { Bands } from '../domain/value-mapping'
import type { Samples } from '../images/raster'
import { readPart } from '../images/tiff'
import { bandsOfImage } from '../images/tiff-bands'
import type { FileBands } from '../images/tiff-bands'
import type { Rect, Size } from '../mask/bitmap'
import { countLevels, levelSize } from '../domain/picture-tile'

/** A TIFF of which only the parts that are needed are read. */
export interface TiledImage extends Size {
  /** Of a value of the first band. */
  readonly bits: number
  /** Levels that lie in the file: 0, and those of its overviews. */
  readonly levels: readonly number[]
  /**
   * @param level one of `levels`; `part` is in its pixels
   * @throws whatever the library throws for damaged bytes, NoSuchBandError
   */
  read(level: number, part: Rect, bands: Bands | null): Promise<Samples>
  /** @throws whatever the library throws for damaged bytes */
  bands(): Promise<FileBands>
  close(): Promise<void>
}

/** TIFF 6.0 NewSubfileType: a smaller version of another image of the file. */
const REDUCED = 1
/** Of images in a file: real ones have an overview for each level. */
const MOST_IMAGES = 64

/** @throws whatever the library throws for damaged bytes */
export async function openTiledImage(path: string): Promise<TiledImage> {
  const ranged = await prepareObjectFile(path)
  const tiff = ranged === null ? await fromFile(path) : await GeoTIFF.fromSource(sourceOf(ranged))
  try {
    const images = await imagesByLevel(tiff)
    const [first] = images.values()
    return {
      width: first.getWidth(),
      height: first.getHeight(),
      bits: first.getBitsPerSample(0),
      levels: [...images.keys()],
      read: (level, part, bands) => readPart(imageAt(images, level), bands, part, first),
      bands: () => bandsOfImage(first),
      close: async () => {
        await tiff.close()
      },
    }
  } catch (error) {
    await tiff.close()
    throw error
  }
}

/** What the library reads from. */
function sourceOf(file: RangedFile): Parameters<typeof GeoTIFF.fromSource>[0] {
  const bytesOf = async (offset: number, length: number): Promise<ArrayBuffer> => {
    const bytes = await file.bytes(offset, length)
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
  }
  return {
    fetch: (slices) => Promise.all(slices.map(({ offset, length }) => bytesOf(offset, length))),
    fetchSlice: async ({ offset, length }) => ({ offset, length, data: await bytesOf(offset, length) }),
    fileSize: file.size,
    close: async () => undefined,
  }
}

function imageAt(images: ReadonlyMap<number, GeoTIFFImage>, level: number): GeoTIFFImage {
  const image = images.get(level)
  if (image === undefined) {
    throw new Error(`level ${level} is not in the file`)
  }
  return image
}

/** The whole image, and its overviews whose size is that of a level. */
async function imagesByLevel(tiff: GeoTIFF): Promise<Map<number, GeoTIFFImage>> {
  const whole = await tiff.getImage(0)
  const images = new Map([[0, whole]])
  const size = { width: whole.getWidth(), height: whole.getHeight() }
  const count = Math.min(MOST_IMAGES, await tiff.getImageCount())
  for (let index = 1; index < count; index += 1) {
    const image = await tiff.getImage(index)
    const level = levelOf(image, size)
    if (level !== null && image.fileDirectory.getValue('NewSubfileType') === REDUCED && !images.has(level)) {
      images.set(level, image)
    }
  }
  return images
}

/** Writers round the size of an overview up or down. */
function levelOf(image: GeoTIFFImage, size: Size): number | null {
  const level = Math.round(Math.log2(size.width / image.getWidth()))
  const { width, height } = levelSize(size, level)
  const isOfLevel = image.getWidth() === width && image.getHeight() === height
  return level > 0 && level < countLevels(size) && isOfLevel ? level : null
}
