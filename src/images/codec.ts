import { Transformer } from '@napi-rs/image'
import type { ImageFormat } from './header/source'
import type { Samples } from './raster'
import { decodeTiff } from './tiff'

/** `JsColorType` of @napi-rs/image: colours, alpha and bytes a value, by number. */
const colourTypes: readonly { colours: 1 | 3; hasAlpha: boolean; sampleBytes: 1 | 2 | 4 }[] = [
  { colours: 1, hasAlpha: false, sampleBytes: 1 },
  { colours: 1, hasAlpha: true, sampleBytes: 1 },
  { colours: 3, hasAlpha: false, sampleBytes: 1 },
  { colours: 3, hasAlpha: true, sampleBytes: 1 },
  { colours: 1, hasAlpha: false, sampleBytes: 2 },
  { colours: 1, hasAlpha: true, sampleBytes: 2 },
  { colours: 3, hasAlpha: false, sampleBytes: 2 },
  { colours: 3, hasAlpha: true, sampleBytes: 2 },
  { colours: 3, hasAlpha: false, sampleBytes: 4 },
  { colours: 3, hasAlpha: true, sampleBytes: 4 },
]

/** Values as stored: not upright, not scaled. @throws whatever the codec throws for damaged bytes */
export async function decodeSamples(bytes: Buffer, format: ImageFormat): Promise<Samples> {
  const { samples, noData } = format === 'tiff' ? await decodeTiff(bytes) : { samples: null, noData: null }
  if (samples !== null) {
    return samples
  }
  const transformer = new Transformer(bytes)
  const { width, height, colorType } = await transformer.metadata()
  const { colours, hasAlpha, sampleBytes } = colourTypes[colorType]
  const raw = await transformer.rawPixels()
  const channels = colours + (hasAlpha ? 1 : 0)
  return { width, height, channels, colours, hasAlpha, noData, data: view(raw, sampleBytes) }
}

function view(raw: Buffer, sampleBytes: 1 | 2 | 4): Samples['data'] {
  if (sampleBytes === 1) {
    return new Uint8Array(raw.buffer, raw.byteOffset, raw.length)
  }
  const aligned = raw.byteOffset % sampleBytes === 0 ? raw : new Uint8Array(raw)
  const length = raw.length / sampleBytes
  return sampleBytes === 2
    ? new Uint16Array(aligned.buffer, aligned.byteOffset, length)
    : new Float32Array(aligned.buffer, aligned.byteOffset, length)
}
