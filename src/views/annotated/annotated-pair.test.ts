import { Transformer } from '@napi-rs/image'
import { describe, expect, test } from 'vitest'
import type { Homography } from '../../domain/pair'
import type { Rle } from '../../mask/rle'
import { encodePlaced } from '../../mask/placed-mask'
import { emptyRle, encodeRle } from '../../mask/rle'
import type { Raster } from '../../images/raster'
import { annotatePair, windowAround } from './annotated-pair'

function grey(width: number, height: number): Raster {
  return { width, height, data: new Uint8Array(width * height * 3).fill(128) }
}

function box({ width, height }: Raster, left: number, top: number, across: number, down: number): Rle {
  const data = new Uint8Array(width * height)
  for (let y = top; y < top + down; y += 1) {
    data.fill(1, y * width + left, y * width + left + across)
  }
  return encodeRle({ width, height, data })
}

interface Decoded {
  width: number
  height: number
  isGrey(x: number, y: number): boolean
}

async function decode(bytes: Buffer): Promise<Decoded> {
  const image = new Transformer(bytes)
  const { width, height } = await image.metadata()
  const raw = await image.rawPixels()
  const channels = raw.length / (width * height)
  return {
    width,
    height,
    isGrey: (x, y) => {
      const at = (Math.round(y) * width + Math.round(x)) * channels
      return [0, 1, 2].every((channel) => Math.abs(raw[at + channel] - 128) < 24)
    },
  }
}

describe('MP: marked pictures', () => {
  test('MP1: a line runs around each region, outside of it, in both frames, with a number', async () => {
    const frame = grey(200, 150)
    const mask = box(frame, 80, 60, 40, 30)
    const marked = await annotatePair(
      { before: frame, after: frame },
      [{ mask, beforeMask: null }],
      null,
      400,
    )
    for (const bytes of [marked.before, marked.after]) {
      const picture = await decode(bytes)
      expect([picture.width, picture.height]).toEqual([200, 150])
      // the region itself stays as it is
      expect([picture.isGrey(100, 75), picture.isGrey(82, 62), picture.isGrey(117, 87)]).toEqual([
        true,
        true,
        true,
      ])
      // four sides of the line
      expect([77, 123].map((x) => picture.isGrey(x, 75))).toEqual([false, false])
      expect([57, 93].map((y) => picture.isGrey(100, y))).toEqual([false, false])
      // the number's plate above, nothing elsewhere
      expect([picture.isGrey(80, 48), picture.isGrey(20, 20), picture.isGrey(160, 75)]).toEqual([
        false,
        true,
        true,
      ])
    }
    expect(marked.isCutOut).toBe(false)
  })

  test('MP2: what moved is marked where it is in each frame, what vanished where it was', async () => {
    const frame = grey(240, 160)
    const moved = { mask: box(frame, 20, 60, 20, 20), beforeMask: box(frame, 120, 60, 20, 20) }
    const gone = { mask: emptyRle(240, 160), beforeMask: box(frame, 190, 110, 20, 20) }
    const { before, after } = await annotatePair({ before: frame, after: frame }, [moved, gone], null, 240)
    const [was, now] = [await decode(before), await decode(after)]
    expect([was.isGrey(117, 70), was.isGrey(17, 70), was.isGrey(187, 120)]).toEqual([false, true, false])
    expect([now.isGrey(117, 70), now.isGrey(17, 70), now.isGrey(187, 120)]).toEqual([true, false, false])
  })

  test('MP3: where the view moved, the mark moves with it', async () => {
    const frame = grey(200, 150)
    // before -> after: 30 to the right
    const alignment: Homography = [1, 0, 30, 0, 1, 0, 0, 0, 1]
    const mask = box(frame, 100, 60, 30, 30)
    const { before } = await annotatePair(
      { before: frame, after: frame },
      [{ mask, beforeMask: null }],
      alignment,
      200,
    )
    const picture = await decode(before)
    expect([picture.isGrey(67, 75), picture.isGrey(103, 75)]).toEqual([false, false])
    expect(picture.isGrey(133, 75)).toBe(true)
  })

  test('MP4: a small object in a large picture is shown with its surroundings, not shrunk away', async () => {
    const frame = grey(3000, 2000)
    const mask = box(frame, 2500, 1500, 12, 12)
    const { after, isCutOut } = await annotatePair(
      { before: frame, after: frame },
      [{ mask, beforeMask: null }],
      null,
      512,
    )
    const picture = await decode(after)
    expect([isCutOut, picture.width, picture.height]).toEqual([true, 512, 512])
    expect([picture.isGrey(256 - 9, 256), picture.isGrey(256, 256), picture.isGrey(100, 100)]).toEqual([
      false,
      true,
      true,
    ])
  })

  test('MP5: regions all over the picture show the whole of it, smaller', async () => {
    const frame = grey(2000, 1000)
    const regions = [100, 1800].map((left) => ({ mask: box(frame, left, 400, 9, 9), beforeMask: null }))
    const { after, isCutOut } = await annotatePair({ before: frame, after: frame }, regions, null, 500)
    const picture = await decode(after)
    expect([isCutOut, picture.width, picture.height]).toEqual([false, 500, 250])
    expect(picture.isGrey(26 - 4, 101)).toBe(false)
  })

  test('MP6: a window lies inside the picture and never below the wanted size', () => {
    const size = { width: 2000, height: 900 }
    const corner = windowAround([{ x: 1990, y: 0, width: 10, height: 10 }], size, 600)
    expect(corner).toEqual({ x: 1400, y: 0, width: 600, height: 600 })
    expect(windowAround([], size, 600)).toEqual({ x: 0, y: 0, ...size })
    expect(windowAround([{ x: 0, y: 0, width: 1500, height: 800 }], size, 600)).toEqual({
      x: 0,
      y: 0,
      ...size,
    })
  })

  test('MP7: memory grows with the regions and not with the picture they lie in', async () => {
    const frame = grey(3000, 2000)
    const square = { width: 20, height: 20, data: new Uint8Array(400).fill(1) }
    const regions = Array.from({ length: 60 }, (_, at) => ({
      mask: encodePlaced({ ...square, x: 50 * at, y: 30 * at }, frame),
      beforeMask: null,
    }))
    const most = await mostBuffersDuring(() =>
      annotatePair({ before: frame, after: frame }, regions, null, 256),
    )
    // a bitmap of the picture is 6 MB, and there are 60 in each frame
    expect(most).toBeLessThan(100e6)
  })
})

/** Bytes in buffers at most, beyond those at the start, whenever the work waits. */
async function mostBuffersDuring(work: () => Promise<unknown>): Promise<number> {
  const start = process.memoryUsage().arrayBuffers
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - start)
  }, 1)
  await work()
  clearInterval(timer)
  return most
}
