import { cosine } from './numeric'
import { createRandom } from './random'

// What a camera and a codec do to a finished picture: defocus, sensor noise, JPEG. Written out here so that
// the bytes are the same everywhere.

export interface Degradation {
  /** Radius of the blur in pixels of a picture 480 wide; 0 for none. */
  readonly defocus: number
  /** Standard deviation in grey levels of 255 at level 100; darker parts have more, as after a display curve. */
  readonly noise: number
  /** JPEG quality 1..100, or null. */
  readonly jpeg: number | null
}

/** Rounds a float picture (three channels, 0..255) to bytes after blur, noise and JPEG. */
export function developPicture(
  light: Float32Array,
  width: number,
  height: number,
  how: Degradation,
  seed: number,
  stream: number,
): Uint8Array {
  const radius = (how.defocus * width) / 480
  const picture = radius > 0.2 ? blur(light, width, height, radius) : Float32Array.from(light)
  addNoise(picture, how.noise, seed, stream)
  if (how.jpeg !== null) {
    compress(picture, width, height, how.jpeg)
  }
  const bytes = new Uint8Array(picture.length)
  for (let i = 0; i < bytes.length; i++) {
    const v = picture[i]
    bytes[i] = v <= 0 ? 0 : v >= 255 ? 255 : Math.floor(v + 0.5)
  }
  return bytes
}

/** Below this level noise grows no further; measured on real CLEVR-Change pictures. */
const DARKEST = 40

/** Adds noise of the given deviation: the sum of four uniform bytes, near enough to normal, the same in all channels. */
function addNoise(picture: Float32Array, deviation: number, seed: number, stream: number): void {
  if (deviation <= 0) {
    return
  }
  const random = createRandom(seed, stream)
  // Four uniform bytes have deviation sqrt(4 * (256^2 - 1) / 12) = 147.8.
  const scale = deviation / 147.8
  for (let i = 0; i < picture.length; i += 3) {
    const bits = Math.floor(random.next() * 4294967296)
    const sum = (bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24) - 510
    const green = picture[i + 1]
    const grain = (sum * scale * 100) / (green < DARKEST ? DARKEST : green)
    picture[i] += grain
    picture[i + 1] = green + grain
    picture[i + 2] += grain
  }
}

/** Three box blurs of fractional radius: close to a Gaussian of deviation `radius`. */
function blur(light: Float32Array, width: number, height: number, radius: number): Float32Array {
  let from = Float32Array.from(light)
  let to = new Float32Array(light.length)
  for (let pass = 0; pass < 3; pass++) {
    boxBlur(from, to, width, height, 3, 3 * width, radius)
    boxBlur(to, from, height, width, 3 * width, 3, radius)
  }
  return from
}

/** Mean over 2 r + 1 pixels along a row of `n`, the outermost two weighted by the fraction of r. */
function boxBlur(
  from: Float32Array,
  to: Float32Array,
  n: number,
  rows: number,
  step: number,
  rowStep: number,
  radius: number,
): void {
  const whole = Math.floor(radius)
  const part = radius - whole
  const weight = 1 / (2 * radius + 1)
  for (let row = 0; row < rows; row++) {
    for (let c = 0; c < 3; c++) {
      const base = row * rowStep + c
      for (let i = 0; i < n; i++) {
        let sum = 0
        for (let j = -whole - 1; j <= whole + 1; j++) {
          const at = Math.min(n - 1, Math.max(0, i + j))
          sum += from[base + at * step] * (Math.abs(j) > whole ? part : 1)
        }
        to[base + i * step] = sum * weight
      }
    }
  }
}

// prettier-ignore
const LUMA = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
  18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
]
// prettier-ignore
const CHROMA = [
  17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99, 99, 99, 99,
  99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
]
/** DCT[u * 8 + x], orthonormal. */
const DCT = Float64Array.from({ length: 64 }, (_, i) => {
  const u = Math.floor(i / 8)
  return (u === 0 ? Math.sqrt(0.125) : 0.5) * cosine(((2 * (i % 8) + 1) * u * Math.PI) / 16)
})
/** Its transpose. */
const INVERSE_DCT = Float64Array.from({ length: 64 }, (_, i) => DCT[(i % 8) * 8 + Math.floor(i / 8)])

/** The loss of baseline JPEG without chroma subsampling: blockwise DCT quantised by the standard's tables (ITU-T T.81, K.1). */
function compress(picture: Float32Array, width: number, height: number, quality: number): void {
  const scale = quality < 50 ? 50 / quality : 2 - quality / 50
  const block = new Float64Array(64)
  const planes = [new Float64Array(64), new Float64Array(64), new Float64Array(64)] as const
  for (let y0 = 0; y0 < height; y0 += 8) {
    for (let x0 = 0; x0 < width; x0 += 8) {
      for (let i = 0; i < 64; i++) {
        const at = 3 * (Math.min(height - 1, y0 + (i >> 3)) * width + Math.min(width - 1, x0 + (i & 7)))
        const r = picture[at]
        const g = picture[at + 1]
        const b = picture[at + 2]
        planes[0][i] = 0.299 * r + 0.587 * g + 0.114 * b - 128
        planes[1][i] = -0.168736 * r - 0.331264 * g + 0.5 * b
        planes[2][i] = 0.5 * r - 0.418688 * g - 0.081312 * b
      }
      quantize(planes[0], LUMA, scale, block)
      quantize(planes[1], CHROMA, scale, block)
      quantize(planes[2], CHROMA, scale, block)
      for (let i = 0; i < 64; i++) {
        const y = y0 + (i >> 3)
        const x = x0 + (i & 7)
        if (y >= height || x >= width) {
          continue
        }
        const l = planes[0][i] + 128
        const cb = planes[1][i]
        const cr = planes[2][i]
        picture[3 * (y * width + x)] = l + 1.402 * cr
        picture[3 * (y * width + x) + 1] = l - 0.344136 * cb - 0.714136 * cr
        picture[3 * (y * width + x) + 2] = l + 1.772 * cb
      }
    }
  }
}

function quantize(plane: Float64Array, table: readonly number[], scale: number, scratch: Float64Array): void {
  transform(plane, scratch, true)
  for (let i = 0; i < 64; i++) {
    const q = Math.min(255, Math.max(1, Math.floor(table[i] * scale + 0.5)))
    plane[i] = Math.floor(plane[i] / q + 0.5) * q
  }
  transform(plane, scratch, false)
}

/** The 8 x 8 DCT of a block, or its inverse, in place: rows, then columns. */
function transform(plane: Float64Array, scratch: Float64Array, forward: boolean): void {
  const table = forward ? DCT : INVERSE_DCT
  transformRows(plane, scratch, table)
  transformRows(scratch, plane, table)
}

/** Written transposed, so that two passes do rows and columns and end upright. */
function transformRows(from: Float64Array, to: Float64Array, table: Float64Array): void {
  for (let row = 0; row < 8; row++) {
    const at = row * 8
    for (let u = 0; u < 8; u++) {
      const t = u * 8
      // in this order, so that the bytes stay what they are
      to[t + row] =
        from[at] * table[t] +
        from[at + 1] * table[t + 1] +
        from[at + 2] * table[t + 2] +
        from[at + 3] * table[t + 3] +
        from[at + 4] * table[t + 4] +
        from[at + 5] * table[t + 5] +
        from[at + 6] * table[t + 6] +
        from[at + 7] * table[t + 7]
    }
  }
}

// What the pictures between two frames have in common, whatever the world.

/** Streams of a seed from here on draw the noise of pictures between, a thousand of them at most. */
const FIRST_STREAM = 1000

export function noiseStream(time: number): number {
  return FIRST_STREAM + Math.round(1000 * time)
}

export function interpolate(from: number, to: number, time: number): number {
  return from + time * (to - from)
}

/** Light of both scenes, 1 - time of the first and time of the second. */
export function blend(first: Float32Array, second: Float32Array, time: number): Float32Array {
  return first.map((value, at) => interpolate(value, second[at], time))
}

/** Interpolated blur and noise; the codec of the nearer frame. */
export function interpolateDegradation(first: Degradation, second: Degradation, time: number): Degradation {
  return {
    defocus: interpolate(first.defocus, second.defocus, time),
    noise: interpolate(first.noise, second.noise, time),
    jpeg: time < 0.5 ? first.jpeg : second.jpeg,
  }
}
