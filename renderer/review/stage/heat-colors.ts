/** matplotlib's inferno at tenths: lightness grows evenly and the order survives colour blindness. */
const INFERNO = [
  [0, 0, 4],
  [27, 12, 65],
  [74, 12, 107],
  [120, 28, 109],
  [165, 44, 96],
  [207, 68, 70],
  [237, 105, 37],
  [251, 155, 6],
  [247, 209, 61],
  [252, 255, 164],
] as const

/** The map as a CSS gradient, for its legend. */
export const heatGradient = `linear-gradient(to right, ${INFERNO.map((color) => `rgb(${color.join(' ')})`).join(', ')})`

/** RGBA of each of 256 values: no difference is transparent, so that the image below shows through. */
const table = makeTable()

function makeTable(): Uint8ClampedArray {
  const entries = new Uint8ClampedArray(256 * 4)
  for (let value = 0; value < 256; value += 1) {
    const place = (value / 255) * (INFERNO.length - 1)
    const low = Math.min(INFERNO.length - 2, Math.floor(place))
    const share = place - low
    for (let channel = 0; channel < 3; channel += 1) {
      entries[value * 4 + channel] = INFERNO[low][channel] * (1 - share) + INFERNO[low + 1][channel] * share
    }
    entries[value * 4 + 3] = Math.min(255, value * 4)
  }
  return entries
}

/** Whole pixels, the red channel in the lowest byte, as on every machine that Chromium runs on. */
const tableOfPixels = new Uint32Array(table.buffer)

/** Colours grey pixels in place: RGBA, the red channel is the value. Transparent pixels stay so: their red is 0. */
export function colorHeat(data: Uint8ClampedArray): void {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, data.length / 4)
  for (let at = 0; at < pixels.length; at += 1) {
    pixels[at] = tableOfPixels[pixels[at] & 255]
  }
}

let canvas: OffscreenCanvas | null = null

/**
 * A grey tile of a difference in colours, over the image's own tile in dim grey: one picture, which is then moved and
 * scaled as any other. Both tiles stay as they are.
 */
export function heatTile(grey: ImageBitmap, below: ImageBitmap): ImageBitmap {
  const { width, height } = grey
  canvas ??= new OffscreenCanvas(width, height)
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) {
    throw new Error('this browser gives no 2d canvas')
  }
  context.drawImage(grey, 0, 0)
  const difference = context.getImageData(0, 0, width, height)
  context.drawImage(below, 0, 0, width, height)
  const pixels = context.getImageData(0, 0, width, height)
  colorOver(pixels.data, difference.data)
  context.putImageData(pixels, 0, 0)
  return canvas.transferToImageBitmap()
}

/** Share of the light that is left below the colours. */
export const DIMMED = 0.5

/** For each value of a difference, of 256: the share of the light below it, and its colour times its opacity. */
const lightShares = new Uint8Array(256)
const tableOverGrey = makeTableOverGrey()

function makeTableOverGrey(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, value) => {
    const opacity = table[value * 4 + 3] / 255
    lightShares[value] = Math.floor(255 * DIMMED * (1 - opacity))
    const [red, green, blue] = [0, 1, 2].map((channel) => Math.floor(table[value * 4 + channel] * opacity))
    return red | (green << 8) | (blue << 16)
  })
}

/**
 * Dims RGBA pixels to grey in place, and lays the colours of a difference over them. The grey is the lightness that
 * blending by `saturation` keeps (W3C Compositing and Blending, section 10.3), in 256ths.
 */
export function colorOver(data: Uint8ClampedArray, difference: Uint8ClampedArray): void {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, data.length / 4)
  for (let at = 0; at < pixels.length; at += 1) {
    const pixel = pixels[at]
    const value = difference[at * 4]
    const light = (77 * (pixel & 255) + 151 * ((pixel >> 8) & 255) + 28 * ((pixel >> 16) & 255)) >> 8
    const grey = (light * lightShares[value] + 128) >> 8
    // no channel grows beyond 255: the two shares are 1 together, and rounded down
    pixels[at] = (pixel & 0xff000000) | ((grey * 0x010101 + tableOverGrey[value]) & 0xffffff)
  }
}
