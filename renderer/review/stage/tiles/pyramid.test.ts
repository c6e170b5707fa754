import { describe, expect, test } from 'vitest'
import {
  baseTile,
  childrenOf,
  levelFor,
  parentOf,
  tileArea,
  tilesAround,
  tilesIn,
  visibleArea,
} from './pyramid'

const scene = { width: 20_000, height: 19_000, levels: 7 }

describe('the level of a scale', () => {
  test.each([
    [64, 0],
    [1, 0],
    [0.51, 0],
    [0.5, 1],
    [0.3, 1],
    [0.25, 2],
    [0.03, 5],
    [0.001, 6],
  ])('of %s device pixels an image pixel is %s', (scale, level) => {
    expect(levelFor(scene, scale)).toBe(level)
  })
})

describe('tiles of a level', () => {
  test('at the right and bottom border show what is left of the image', () => {
    expect(tileArea(scene, { level: 0, column: 39, row: 37 })).toEqual({
      x: 19_968,
      y: 18_944,
      width: 32,
      height: 56,
    })
    expect(tileArea(scene, baseTile(scene))).toEqual({ x: 0, y: 0, width: 20_000, height: 19_000 })
  })

  test('are those that any pixel of an area falls into', () => {
    const area = { x: 512, y: 1000, width: 513, height: 24 }
    expect(tilesIn(0, area)).toEqual([
      { level: 0, column: 1, row: 1 },
      { level: 0, column: 2, row: 1 },
    ])
    expect(tilesIn(0, { ...area, width: 0 })).toEqual([])
  })

  test('have a ring around them, which ends at the border of the image', () => {
    const { inView, ring } = tilesAround(scene, 1, { x: 0, y: 3000, width: 2500, height: 900 })
    expect(inView).toHaveLength(6)
    expect(inView[0].column).toBe(1)
    expect(ring.map(({ column, row }) => `${column} ${row}`).sort()).toEqual(
      ['0 1', '1 1', '2 1', '3 1', '3 2', '3 3', '0 4', '1 4', '2 4', '3 4'].sort(),
    )
  })

  test('lie in one of the next coarser level, which lies over four of them', () => {
    expect(parentOf({ level: 2, column: 5, row: 6 })).toEqual({ level: 3, column: 2, row: 3 })
    expect(childrenOf(scene, { level: 3, column: 2, row: 3 })).toContainEqual({ level: 2, column: 5, row: 6 })
    expect(childrenOf(scene, { level: 3, column: 2, row: 3 })).toHaveLength(4)
    // 20,000 pixels are 9.8 tiles of level 2, and 19,000 are 9.3
    expect(childrenOf(scene, { level: 3, column: 4, row: 4 })).toHaveLength(4)
    expect(childrenOf(scene, { level: 1, column: 19, row: 18 })).toHaveLength(4)
    expect(childrenOf({ ...scene, width: 19_900 }, { level: 1, column: 19, row: 18 })).toHaveLength(2)
  })
})

test('the visible area is that of the screen, as far as the image goes', () => {
  const screen = { x: 0, y: 0, width: 800, height: 600 }
  expect(visibleArea(scene, screen, { x: 100, y: -50, scale: 0.5 })).toEqual({
    x: 0,
    y: 100,
    width: 1400,
    height: 1200,
  })
  expect(visibleArea(scene, screen, { x: 900, y: 0, scale: 1 }).width).toBe(0)
})
