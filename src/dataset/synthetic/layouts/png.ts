import { encode } from 'fast-png'
import type { Bitmap } from '../../../mask/bitmap'
import type { RgbImage } from '../../../synth/image'

// fast-png deflates in JavaScript, so that the files are the same on every machine; zlib's own bytes differ
// between the builds that Node carries.

export function encodeRgb(image: RgbImage): Uint8Array {
  return encode({ width: image.width, height: image.height, data: image.data, channels: 3, depth: 8 })
}

/** One grey channel, 0 and 255. */
export function encodeMask(mask: Bitmap): Uint8Array {
  const data = mask.data.map((v) => (v === 0 ? 0 : 255))
  return encode({ width: mask.width, height: mask.height, data, channels: 1, depth: 8 })
}

/**
 * Correspondence as a KITTI flow map: 16-bit RGB, displacement (x, y) = (value - 32768) / 64 pixels, blue 1
 * where there is a counterpart. Source: KITTI stereo/flow 2015 devkit, readme.txt.
 */
export function encodeFlow(flow: Float32Array, width: number, height: number): Uint8Array {
  const data = new Uint16Array(3 * width * height)
  for (let i = 0; i < width * height; i++) {
    if (Number.isNaN(flow[2 * i])) {
      continue
    }
    const dx = flow[2 * i] - (i % width) - 0.5
    const dy = flow[2 * i + 1] - Math.floor(i / width) - 0.5
    data[3 * i] = Math.round(dx * 64) + 32768
    data[3 * i + 1] = Math.round(dy * 64) + 32768
    data[3 * i + 2] = 1
  }
  return encode({ width, height, data, channels: 3, depth: 16 })
}
