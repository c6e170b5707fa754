import type { Bands } from '../domain/value-mapping'
import type { Samples } from './raster'

/** A file has fewer bands than the chosen ones need. */
export class NoSuchBandError extends Error {
  override name = 'NoSuchBandError'
  /** The highest that was chosen. */
  readonly band: number
  constructor(
    bands: Bands,
    readonly count: number,
  ) {
    const band = Math.max(...bands)
    super(`band ${band} of ${count}`)
    this.band = band
  }
}

/** @param count of the bands that are no alpha. @throws NoSuchBandError */
export function checkBands(bands: Bands | null, count: number): void {
  if (bands !== null && Math.max(...bands) > count) {
    throw new NoSuchBandError(bands, count)
  }
}

/** Samples of these bands alone, alpha kept. @throws NoSuchBandError */
export function pickBands(samples: Samples, bands: Bands | null): Samples {
  if (bands === null) {
    return samples
  }
  const { width, height, channels, colours, hasAlpha } = samples
  checkBands(bands, colours)
  const from = [...bands.map((band) => band - 1), ...(hasAlpha ? [channels - 1] : [])]
  const pixels = width * height
  const picked = emptyLike(samples.data, pixels * from.length)
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    for (const [to, channel] of from.entries()) {
      picked[pixel * from.length + to] = samples.data[pixel * channels + channel]
    }
  }
  return { ...samples, channels: from.length, colours: bands.length, data: picked }
}

function emptyLike<T extends Samples['data']>(data: T, length: number): T {
  const type = data.constructor as new (length: number) => T
  return new type(length)
}
