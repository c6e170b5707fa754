import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { root } from '../../../build/build'
import { buildDetector } from '../../../build/detector/build-detector'
import { detectorSource } from '../../../build/detector/detector-source'
import { uniformAt } from '../../graph/random'
import type { Raster } from '../../images/raster'

/**
 * Smooth noise like plaster, in a light that may differ, with a red disc in it where asked for.
 * @param shift pixels by which all lies further left
 */
export function discPicture(light: number, hasDisc: boolean, shift = 0): Raster {
  const [width, height] = [200, 150]
  const data = new Uint8Array(3 * width * height)
  for (let y = 0; y < height; y += 1) {
    for (let at = 0; at < width; at += 1) {
      const x = at + shift
      const cell =
        40 * uniformAt(5, Math.floor(y / 6) * 64 + Math.floor(x / 6)) + 12 * uniformAt(6, y * 2 * width + x)
      const isDisc = hasDisc && (x - 130) ** 2 + (y - 70) ** 2 < 18 ** 2
      const colour = isDisc ? [190, 40, 40] : [110 + cell, 105 + cell, 95 + cell]
      colour.forEach((value, channel) => (data[3 * (y * width + at) + channel] = light * value))
    }
  }
  return { width, height, data }
}

/** The detector's package for the tests of one file; absent where what it is made from is not installed. */
export function ownDetector(): { folder: string; isThere: boolean } {
  const parent = mkdtempSync(join(tmpdir(), 'deltascribe-detector-'))
  const folder = join(parent, 'nanodet')
  const source = detectorSource(root)
  beforeAll(async () => {
    if (source !== null) {
      await buildDetector(source, folder)
    }
  })
  afterAll(() => rmSync(parent, { recursive: true, force: true, maxRetries: 20 }))
  return { folder, isThere: source !== null }
}
