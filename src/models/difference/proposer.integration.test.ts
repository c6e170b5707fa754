import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodePair } from '../../frames/decode-pair'
import type { Raster } from '../../images/raster'
import { warp } from '../../images/registration/homography'
import { makeTiff } from '../../images/testing'
import { emptyBitmap } from '../../mask/bitmap'
import type { Bitmap, Rect } from '../../mask/bitmap'
import { maskIou, rectOf } from '../../mask/measures'
import { decodeRle } from '../../mask/rle'
import { makeScene } from './testing'
import { createDifferenceProposer } from './proposer'
import type { DifferenceProposer, DifferenceProposal } from './proposer'
import { englishOf } from '../../messages/message'

const size = { width: 240, height: 180 }
const box: Rect = { x: 150, y: 100, width: 34, height: 26 }
const blue = { rect: box, colour: [30, 40, 220] as const }

describe('the difference proposer', () => {
  let proposer: DifferenceProposer
  beforeAll(async () => {
    proposer = await createDifferenceProposer({ provider: 'cpu', threads: 1 })
  })
  afterAll(() => proposer.release())

  test('finds nothing where only noise differs, and states that', async () => {
    const draft = await proposer.propose(
      makeScene({ ...size, noise: 4, seed: 1 }),
      makeScene({ ...size, noise: 4, seed: 2 }),
    )
    expect(draft.regions).toEqual([])
    expect(draft.score).toBe(0)
    expect(draft.captions.map(({ text }) => text)).toEqual(['No change was found.'])
    expect(draft.remarks).toEqual([])
  })

  test('masks an object that appeared, through noise, and names it', async () => {
    const draft = await proposer.propose(
      makeScene({ ...size, noise: 4, seed: 1 }),
      makeScene({ ...size, noise: 4, seed: 2, things: [blue] }),
    )
    expect(draft.regions).toHaveLength(1)
    expect(iouWith(draft, box)).toBeGreaterThan(0.8)
    expect(draft.regions[0]).toMatchObject({ category: 'change', status: 'proposed', beforeMask: null })
    expect(draft.captions[0].text).toBe('A blue object appeared on the right.')
    expect(draft.captions[0].logProbability).toBeNull()
  })

  test('gives what vanished a mask in the before frame', async () => {
    const draft = await proposer.propose(makeScene({ ...size, things: [blue] }), makeScene(size))
    expect(draft.regions).toHaveLength(1)
    expect(draft.regions[0].beforeMask).toEqual(draft.regions[0].mask)
    expect(draft.captions[0].text).toContain('A blue object vanished from the right')
  })

  test('ignores a change of light, even and uneven', async () => {
    const brighter = relit(makeScene({ ...size, things: [blue] }), (x) => 20 + (25 * x) / size.width)
    const draft = await proposer.propose(makeScene(size), brighter)
    expect(iouWith(draft, box)).toBeGreaterThan(0.75)
    expect(draft.regions).toHaveLength(1)
  })

  test('ignores a soft shadow', async () => {
    const after = mapped(makeScene(size), (level, x, y) => {
      const distance = Math.hypot(x - 60, y - 60)
      return level * (distance < 30 ? 0.7 : Math.min(1, 0.7 + (distance - 30) / 40))
    })
    const draft = await proposer.propose(makeScene(size), after)
    expect(draft.regions).toEqual([])
  })

  test('ignores a shift of part of a pixel and of two pixels, and still finds the change', async () => {
    for (const shift of [
      { x: 0.5, y: 0.3 },
      { x: 2, y: 1 },
    ]) {
      const draft = await proposer.propose(makeScene(size), makeScene({ ...size, shift, things: [blue] }))
      expect(draft.regions).toHaveLength(1)
      expect(iouWith(draft, box)).toBeGreaterThan(0.7)
    }
  })

  test('aligns a view that moved, and counts what left the picture as unknown', async () => {
    const wide = makeScene({ width: 300, height: 240, noise: 2 })
    const after = warp(
      makeScene({ width: 300, height: 240, noise: 2, seed: 5, things: [blue] }),
      [1.02, 0.03, 14, -0.03, 1.01, 9, 0, 0, 1],
      240,
      180,
    ).image
    const draft = await proposer.propose(warp(wide, [1, 0, 0, 0, 1, 0, 0, 0, 1], 240, 180).image, after)
    expect(draft.alignment).not.toBeNull()
    expect(englishOf(draft.remarks[0])).toMatch(/^The view moved by up to \d+ px and was aligned\.$/)
    expect(draft.aligned).not.toBeNull()
    const expected: Rect = { x: 131, y: 94, width: 34, height: 26 }
    expect(iouWith(draft, expected)).toBeGreaterThan(0.5)
    expect(draft.regions).toHaveLength(1)
  })

  test('finds a change beside fill, and takes fill that one frame has for no change', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'deltascribe-fill-'))
    const sides = { width: 256, height: 256 }
    const raster = async (name: string, scene: Raster, isFill: (x: number) => boolean): Promise<string> => {
      const data = Int16Array.from({ length: 256 * 256 }, (_, at) =>
        isFill(at % 256) ? -9999 : 500 + 4 * scene.data[3 * at],
      )
      await writeFile(join(folder, name), makeTiff({ ...sides, data, noData: '-9999' }))
      return join(folder, name)
    }
    const [still, changed] = [[], [blue]].map((things) => makeScene({ ...sides, noise: 2, things }))
    const brighter = relit(still, () => 25)
    const edge = await raster('edge.tif', still, (x) => x < 4)
    const after = await raster('after.tif', changed, (x) => x < 4)
    const one = await raster('one.tif', brighter, (x) => x > 190)
    try {
      const union = await decodePair(edge, after)
      const draft = await proposer.propose(union.before, union.after)
      expect(draft.regions).toHaveLength(1)
      expect(iouWith(draft, box)).toBeGreaterThan(0.8)
      const lit = await decodePair(edge, one)
      expect((await proposer.propose(lit.before, lit.after)).captions[0].text).toBe('No change was found.')
      expect((await proposer.locate(lit.after, lit.before, 2)).boxes).toEqual([])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('locates what it would propose, and at a lower resolution about the same', async () => {
    const [before, still] = [[], [blue]].map((things) => makeScene({ ...size, noise: 2, things }))
    const moved = warp(still, [1.02, 0.03, 9, -0.03, 1.01, 6, 0, 0, 1], size.width, size.height).image
    for (const after of [still, moved]) {
      const { regions, alignment, remarks } = await proposer.propose(before, after)
      const boxes = regions.map(({ mask }) => rectOf(mask))
      expect(boxes).toHaveLength(1)
      expect(await proposer.locate(before, after, 1)).toEqual({ alignment, remarks, boxes })
      const halved = await proposer.locate(before, after, 2)
      expect(halved).toMatchObject({ alignment, remarks })
      for (const side of ['x', 'y', 'width', 'height'] as const) {
        expect(Math.abs(halved.boxes[0][side] - boxes[0][side])).toBeLessThanOrEqual(8)
      }
    }
  }, 240_000)

  test('serves the smallest images', async () => {
    for (const [width, height] of [
      [1, 1],
      [3, 40],
      [9, 2],
    ]) {
      const draft = await proposer.propose(makeScene({ width, height }), makeScene({ width, height }))
      expect(draft.regions).toEqual([])
      expect(draft.evidence).toMatchObject({ width, height })
    }
  })
})

function iouWith(draft: DifferenceProposal, rect: Rect): number {
  const { width, height } = draft.evidence
  const expected: Bitmap = emptyBitmap(width, height)
  const union: Bitmap = emptyBitmap(width, height)
  for (let at = 0; at < expected.data.length; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)]
    const isIn = x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height
    expected.data[at] = isIn ? 1 : 0
  }
  for (const { mask } of draft.regions) {
    decodeRle(mask).data.forEach((value, at) => {
      union.data[at] |= value
    })
  }
  return maskIou(expected, union)
}

function relit(image: Raster, add: (x: number) => number): Raster {
  return mapped(image, (level, x) => level + add(x))
}

function mapped(image: Raster, change: (level: number, x: number, y: number) => number): Raster {
  const data = image.data.map((level, at) => {
    const pixel = Math.floor(at / 3)
    return Math.min(255, Math.max(0, change(level, pixel % image.width, Math.floor(pixel / image.width))))
  })
  return { ...image, data }
}
