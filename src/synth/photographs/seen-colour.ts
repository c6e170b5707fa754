import type { Bitmap } from '../../mask/bitmap'
import { colourName } from '../../names/colour'
import type { Colour } from '../../names/colour'
import type { RgbImage } from '../image'

/** Of a mask's pixels: what has less of one colour has several, and none is said. */
const RULING_SHARE = 0.45

/** At most so many pixels are asked. */
const ASKED = 2000

/** The colour of most of the pixels of a mask, in words. */
export function colourOf({ data }: RgbImage, mask: Bitmap): string | null {
  const counts = new Map<string, number>()
  let asked = 0
  eachPixel(mask, ASKED, (pixel) => {
    const name = colourName([data[3 * pixel], data[3 * pixel + 1], data[3 * pixel + 2]])
    counts.set(name, (counts.get(name) ?? 0) + 1)
    asked += 1
  })
  const [name, count] = [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), ['', 0])
  return count > 0 && count >= RULING_SHARE * asked ? name : null
}

/** Levels of 255. */
export function meanOf({ data }: RgbImage, mask: Bitmap): Colour {
  let [red, green, blue, count] = [0, 0, 0, 0]
  eachPixel(mask, ASKED, (pixel) => {
    red += data[3 * pixel]
    green += data[3 * pixel + 1]
    blue += data[3 * pixel + 2]
    count += 1
  })
  const share = 1 / Math.max(1, count)
  return [red * share, green * share, blue * share]
}

/** Every pixel of a small mask, or evenly some of a large one. */
function eachPixel({ data }: Bitmap, most: number, use: (pixel: number) => void): void {
  let area = 0
  for (const value of data) {
    area += value
  }
  const step = Math.max(1, Math.floor(area / most))
  let count = 0
  for (let pixel = 0; pixel < data.length; pixel++) {
    if (data[pixel] !== 0) {
      if (count % step === 0) {
        use(pixel)
      }
      count += 1
    }
  }
}
