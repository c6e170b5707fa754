import { decodeBrush } from '../../src/mask/label-studio-rle'
import { decodeRle, rleArea, RleError, xorRle } from '../../src/mask/rle'
import { tolerate } from '../tolerate'

/** Bytes of the two sides before the text of the runs. */
const SIDES = 2

/** Run lengths as COCO compresses them, and brush strokes of Label Studio. */
export const fuzz = (data: Buffer): Promise<void> =>
  tolerate(() => {
    // as `rleSchema` asks, which every mask from outside passes
    const [height, width] = [(data[0] ?? 0) + 1, (data[1] ?? 0) + 1]
    const rle = { size: [height, width] as [number, number], counts: data.toString('latin1', SIDES) }
    try {
      const { data: pixels } = decodeRle(rle)
      const area = pixels.reduce((sum, value) => sum + value, 0)
      if (rleArea(rle) !== area || rleArea(xorRle(rle, rle)) !== 0) {
        throw new Error('the area of the runs is not that of the pixels')
      }
    } catch (error) {
      if (!(error instanceof RleError)) {
        throw error
      }
    }
    decodeBrush([...data.subarray(SIDES)], width, height)
  })
