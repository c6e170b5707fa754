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

/** A grey tile in colours, which are then moved and scaled as those of any picture. The grey one is closed. */
export function heatTile(grey: ImageBitmap): ImageBitmap {
  const { width, height } = grey
  canvas ??= new OffscreenCanvas(width, height)
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) {
    throw new Error('this browser gives no 2d canvas')
  }
  context.drawImage(grey, 0, 0)
  grey.close()
  const pixels = context.getImageData(0, 0, width, height)
  colorHeat(pixels.data)
  context.putImageData(pixels, 0, 0)
  return canvas.transferToImageBitmap()
}
