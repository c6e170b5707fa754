import { describe, expect, test } from 'vitest'
import { emptyBitmap } from '../../../src/mask/bitmap'
import { encodeRle } from '../../../src/mask/rle'
import { paintedPixels } from './fixtures/painted-pixels'
import { holesOf } from './holes'
import { decodeTiles } from './tile-rle'
import type { TileMask } from './tile-mask'

function maskOf(...rows: string[]): TileMask {
  const bitmap = emptyBitmap(rows[0].length, rows.length)
  bitmap.data.set(Array.from(rows.join(''), (character) => (character === '#' ? 1 : 0)))
  return decodeTiles(encodeRle(bitmap))
}

const twoHoles = maskOf('........', '.#######', '.#..#..#', '.#.##..#', '.#######', '........')

describe('filling holes', () => {
  test('finds every one', () => {
    const filled = paintedPixels(holesOf(twoHoles, null), 8, 6)
    expect(filled).toEqual(['2 2', '3 2', '5 2', '6 2', '2 3', '5 3', '6 3'])
  })

  test('at a point fills the hole that holds it', () => {
    expect(paintedPixels(holesOf(twoHoles, { x: 3.4, y: 2.9 }), 8, 6)).toEqual(['2 2', '3 2', '2 3'])
  })

  test('at a point outside or on the mask fills nothing', () => {
    expect(paintedPixels(holesOf(twoHoles, { x: 0.5, y: 0.5 }), 8, 6)).toEqual([])
    expect(paintedPixels(holesOf(twoHoles, { x: 4.5, y: 2.5 }), 8, 6)).toEqual([])
    expect(paintedPixels(holesOf(twoHoles, { x: -40, y: 900 }), 8, 6)).toEqual([])
  })

  test('a gap at a corner does not open a hole, a gap in a side does', () => {
    const closed = maskOf('.##', '#.#', '##.')
    const open = maskOf('#.#', '#.#', '###')
    expect(paintedPixels(holesOf(closed, null), 3, 3)).toEqual(['1 1'])
    expect(paintedPixels(holesOf(open, null), 3, 3)).toEqual([])
  })

  test('an empty mask has none', () => {
    expect(paintedPixels(holesOf(maskOf('...', '...'), null), 3, 2)).toEqual([])
  })
})
