import { inflate } from 'node:zlib'
import { promisify } from 'node:util'
import { addDecoder, BaseDecoder } from 'geotiff'
import type { GeoTIFFImage, ImageFileDirectory } from 'geotiff'
import { bandCount } from './tiff-bands'
import { decodeLzw, decodeZstd } from './tiff-compression'

/**
 * Decoders of TIFF blocks (strips and tiles) that stop at the largest size of a block. They replace decoders of
 * `geotiff` that do not stop.
 */

const inflateAsync = promisify(inflate)

/** TIFF 6.0 and its supplements: Compression. */
const LZW = 5
const ADOBE_DEFLATE = 8
const OLD_DEFLATE = 32_946
const ZSTANDARD = 50_000
/** TIFF 6.0 PlanarConfiguration: 1 is pixel by pixel. */
const SEPARATE_BANDS = 2
/** TIFF 6.0 Predictor: each value is its difference to the one on its left. */
const HORIZONTAL = 2
/** Adobe Photoshop TIFF Technical Note 3: the same of bytes of floating-point values, the highest bytes first. */
const FLOATING_POINT = 3

interface BlockParameters extends NonNullable<BaseDecoder['parameters']> {
  /** Rows of the last strip; of a tile the same as of all others. */
  lastHeight: number
  isBigEndian: boolean
}

/**
 * The library adds differences up in the byte order of this machine, whatever that of the file, and makes
 * floating-point values in it. All machines that the program runs on are little-endian.
 */
abstract class BlockDecoder extends BaseDecoder {
  declare parameters: BlockParameters

  /** The bytes before the differences are added up. */
  protected abstract unpack(buffer: ArrayBufferLike): Promise<ArrayBufferLike>

  override async decodeBlock(buffer: ArrayBufferLike): Promise<ArrayBufferLike> {
    const block = await this.unpack(buffer)
    return this.parameters.predictor === HORIZONTAL ? this.#swapped(block) : block
  }

  override async decode(buffer: ArrayBufferLike): Promise<ArrayBufferLike> {
    const block = await super.decode(buffer)
    const { predictor } = this.parameters
    return predictor === HORIZONTAL || predictor === FLOATING_POINT ? this.#swapped(block) : block
  }

  /** From the byte order of a big-endian file to the other one or back, in place. */
  #swapped(block: ArrayBufferLike): ArrayBufferLike {
    const { isBigEndian, bitsPerSample } = this.parameters
    if (isBigEndian) {
      swapBytes(block, (typeof bitsPerSample === 'number' ? bitsPerSample : bitsPerSample[0]) / 8)
    }
    return block
  }
}

/** @param size of a value in bytes; others than 2, 4 and 8 have no differences that the library adds up */
function swapBytes(block: ArrayBufferLike, size: number): void {
  const bytes = Buffer.from(block, 0, block.byteLength - (block.byteLength % size))
  if (size === 2) {
    bytes.swap16()
  } else if (size === 4) {
    bytes.swap32()
  } else if (size === 8) {
    bytes.swap64()
  }
}

class BoundedLzw extends BlockDecoder {
  protected override async unpack(buffer: ArrayBufferLike): Promise<ArrayBufferLike> {
    return decodeLzw(new Uint8Array(buffer), blockBytes(this)).buffer
  }
}

class BoundedDeflate extends BlockDecoder {
  protected override async unpack(buffer: ArrayBufferLike): Promise<ArrayBufferLike> {
    const bytes = await inflateAsync(new Uint8Array(buffer), { maxOutputLength: blockBytes(this) })
    return new Uint8Array(bytes).buffer
  }
}

class BoundedZstd extends BlockDecoder {
  protected override async unpack(buffer: ArrayBufferLike): Promise<ArrayBufferLike> {
    return (await decodeZstd(new Uint8Array(buffer), blockLengths(this.parameters))).buffer
  }
}

/** Possible lengths of a block: the last strip has fewer rows, and a band may have blocks of its own. */
function blockLengths({ tileWidth, tileHeight, lastHeight, ...rest }: BlockParameters): number[] {
  const bits = typeof rest.bitsPerSample === 'number' ? [rest.bitsPerSample] : Array.from(rest.bitsPerSample)
  const pixelBits = rest.planarConfiguration === SEPARATE_BANDS ? bits : [sum(bits)]
  return pixelBits.flatMap((each) =>
    [tileHeight, lastHeight].map((height) => Math.ceil((tileWidth * each) / 8) * height),
  )
}

/** Bytes of the whole block, with all its bands. */
function blockBytes({ parameters }: BaseDecoder): number {
  const { tileWidth, tileHeight, bitsPerSample } = parameters
  const bits = typeof bitsPerSample === 'number' ? bitsPerSample : sum(bitsPerSample)
  return Math.ceil((tileWidth * bits) / 8) * tileHeight
}

function sum(numbers: ArrayLike<number>): number {
  return Array.from(numbers).reduce((a, b) => a + b, 0)
}

/** Of images in big-endian files: their directories do not tell. */
const bigEndian = new WeakSet<ImageFileDirectory>()

/** Before blocks of the image are read: their decoders need its byte order. */
export function noteByteOrder({ fileDirectory, littleEndian }: GeoTIFFImage): void {
  if (!littleEndian) {
    bigEndian.add(fileDirectory)
  }
}

/** Like the library's own, but a strip is no higher than the image, whatever RowsPerStrip says. */
async function blockParameters(directory: ImageFileDirectory): Promise<BlockParameters> {
  const isTiled = !directory.hasTag('StripOffsets')
  const number = async (tag: Parameters<ImageFileDirectory['loadValue']>[0]): Promise<number> =>
    Number((await directory.loadValue(tag)) ?? Infinity)
  const height = await number('ImageLength')
  const tileHeight = isTiled ? await number('TileLength') : Math.min(height, await number('RowsPerStrip'))
  return {
    tileWidth: await number(isTiled ? 'TileWidth' : 'ImageWidth'),
    tileHeight,
    lastHeight: isTiled ? tileHeight : height % tileHeight || tileHeight,
    planarConfiguration: await number('PlanarConfiguration'),
    bitsPerSample: (await directory.loadValue('BitsPerSample')) as number[],
    predictor: (await directory.loadValue('Predictor')) ?? 1,
    isBigEndian: bigEndian.has(directory),
  }
}

addDecoder(LZW, () => Promise.resolve(BoundedLzw), blockParameters)
addDecoder([ADOBE_DEFLATE, OLD_DEFLATE], () => Promise.resolve(BoundedDeflate), blockParameters)
addDecoder(ZSTANDARD, () => Promise.resolve(BoundedZstd), blockParameters)

/**
 * Above any real file: a block of 2^27 pixels or 1 GiB is an attack or damage, and so is a last block that the file has
 * no place for: millions of missing ones would be asked for. @throws Error
 */
export async function checkBlocks(image: GeoTIFFImage): Promise<void> {
  const pixels = image.getTileWidth() * image.getTileHeight()
  const bits = sum((await image.fileDirectory.loadValue('BitsPerSample')) ?? [8])
  if (!(pixels <= 2 ** 27 && (pixels * bits) / 8 <= 2 ** 30)) {
    throw new Error('its blocks are impossibly large')
  }
  const [across, down] = [image.getWidth() / image.getTileWidth(), image.getHeight() / image.getTileHeight()]
  const planes = image.planarConfiguration === SEPARATE_BANDS ? bandCount(image) : 1
  const last = Math.ceil(across) * Math.ceil(down) * planes - 1
  for (const tag of image.isTiled
    ? (['TileOffsets', 'TileByteCounts'] as const)
    : (['StripOffsets', 'StripByteCounts'] as const)) {
    if ((await image.fileDirectory.loadValueIndexed(tag, last)) === undefined) {
      throw new Error('it has fewer blocks than its size needs')
    }
  }
}
