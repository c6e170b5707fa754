import { inflate } from 'node:zlib'
import { promisify } from 'node:util'
import { addDecoder, BaseDecoder } from 'geotiff'
import type { GeoTIFFImage, ImageFileDirectory } from 'geotiff'
import { decodeLzw } from './tiff-lzw'

/**
 * Decoders of TIFF blocks (strips and tiles) that stop at the size a block can have, in place of those of
 * `geotiff` that do not.
 */

const inflateAsync = promisify(inflate)

/** TIFF 6.0 and its supplements: Compression. */
const lzw = 5
const adobeDeflate = 8
const oldDeflate = 32_946

class BoundedLzw extends BaseDecoder {
  override decodeBlock(buffer: ArrayBufferLike): ArrayBufferLike {
    return decodeLzw(new Uint8Array(buffer), blockBytes(this)).buffer
  }
}

class BoundedDeflate extends BaseDecoder {
  override async decodeBlock(buffer: ArrayBufferLike): Promise<ArrayBufferLike> {
    const bytes = await inflateAsync(new Uint8Array(buffer), { maxOutputLength: blockBytes(this) })
    return new Uint8Array(bytes).buffer
  }
}

/** As many as the whole block has, all its bands counted. */
function blockBytes({ parameters }: BaseDecoder): number {
  const { tileWidth, tileHeight, bitsPerSample } = parameters
  const bits = typeof bitsPerSample === 'number' ? bitsPerSample : sum(bitsPerSample)
  return Math.ceil((tileWidth * bits) / 8) * tileHeight
}

function sum(numbers: ArrayLike<number>): number {
  return Array.from(numbers).reduce((a, b) => a + b, 0)
}

/** As the library's own, but a strip is no higher than the image, whatever RowsPerStrip says. */
async function blockParameters(directory: ImageFileDirectory): Promise<BaseDecoder['parameters']> {
  const isTiled = !directory.hasTag('StripOffsets')
  const number = async (tag: Parameters<ImageFileDirectory['loadValue']>[0]): Promise<number> =>
    Number((await directory.loadValue(tag)) ?? Infinity)
  const height = await number('ImageLength')
  return {
    tileWidth: await number(isTiled ? 'TileWidth' : 'ImageWidth'),
    tileHeight: isTiled ? await number('TileLength') : Math.min(height, await number('RowsPerStrip')),
    planarConfiguration: await number('PlanarConfiguration'),
    bitsPerSample: (await directory.loadValue('BitsPerSample')) as number[],
    predictor: (await directory.loadValue('Predictor')) ?? 1,
  }
}

export function boundTiffBlocks(): void {
  addDecoder(lzw, () => Promise.resolve(BoundedLzw), blockParameters)
  addDecoder([adobeDeflate, oldDeflate], () => Promise.resolve(BoundedDeflate), blockParameters)
}

/** Above any real file: a block of 2^27 pixels or 1 GiB is an attack or damage. @throws Error */
export async function checkBlocks(image: GeoTIFFImage): Promise<void> {
  const pixels = image.getTileWidth() * image.getTileHeight()
  const bits = sum((await image.fileDirectory.loadValue('BitsPerSample')) ?? [8])
  if (!(pixels <= 2 ** 27 && (pixels * bits) / 8 <= 2 ** 30)) {
    throw new Error('its blocks are impossibly large')
  }
}
