import { describe, expect, test } from 'vitest'
import type { Rect } from '../../../src/mask/bitmap'
import type { Frame, Region } from '../../../src/domain/document'
import type { Rle } from '../../../src/mask/rle'
import { imagePoint } from '../stage/camera'
import { brushLine, beginStroke, paintShape } from './stroke'
import { createMaskStore } from './mask-store'
import { createTileMask } from './tile-mask'
import { encodeTiles } from './tile-rle'

function dab(x: number, y: number, diameter = 11): Rle {
  const mask = createTileMask(400, 300)
  paintShape(beginStroke(mask, 1), brushLine(imagePoint(x, y), imagePoint(x, y), diameter))
  return encodeTiles(mask)
}

function region(id: string, mask: Rle, beforeMask: Rle | null = null): Region {
  return {
    id,
    category: 'change',
    status: 'proposed',
    mask,
    beforeMask,
    source: { kind: 'person' },
    score: null,
  }
}

function listening(): {
  store: ReturnType<typeof createMaskStore>
  seen: [Frame, Rect][]
} {
  const store = createMaskStore(400, 300)
  const seen: [Frame, Rect][] = []
  store.onChange((frame, rect) => seen.push([frame, rect]))
  return { store, seen }
}

describe('the bitmaps of a pair', () => {
  test('follow an edit by the pixels that changed', () => {
    const { store, seen } = listening()
    store.sync([region('a', dab(50, 50))])
    const mask = store.mask('a', 'after')
    seen.length = 0
    store.sync([region('a', dab(50, 50, 13))])
    expect(store.mask('a', 'after')).toBe(mask)
    expect(mask === null ? null : encodeTiles(mask)).toEqual(dab(50, 50, 13))
    expect(seen).toEqual([['after', { x: 44, y: 44, width: 13, height: 13 }]])
  })

  test('are left alone where nothing changed', () => {
    const { store, seen } = listening()
    const first = region('a', dab(50, 50))
    store.sync([first])
    seen.length = 0
    store.sync([{ ...first, status: 'accepted' }, region('b', dab(200, 200))])
    store.sync([region('a', { ...dab(50, 50) }), region('b', dab(200, 200))])
    expect(seen).toEqual([['after', { x: 0, y: 0, width: 256, height: 256 }]])
  })

  test('are not flipped a second time after a stroke was painted and adopted', () => {
    const { store } = listening()
    store.sync([region('a', dab(50, 50))])
    const mask = store.open('a', 'after')
    paintShape(beginStroke(mask, 1), brushLine(imagePoint(90, 50), imagePoint(90, 50), 11))
    const painted = encodeTiles(mask)
    store.adopt('a', 'after', painted)
    store.sync([region('a', painted)])
    expect(encodeTiles(mask)).toEqual(painted)
  })

  test('go with their region', () => {
    const { store, seen } = listening()
    store.sync([region('a', dab(50, 50), dab(80, 80))])
    expect(store.mask('a', 'before')).not.toBeNull()
    seen.length = 0
    store.sync([region('a', dab(50, 50))])
    expect(store.mask('a', 'before')).toBeNull()
    store.sync([])
    expect(store.mask('a', 'after')).toBeNull()
    expect(seen.map(([frame]) => frame)).toEqual(['before', 'after'])
  })

  test('of a mask that has another size are not made', () => {
    const { store } = listening()
    const other = { size: [10, 10] as [number, number], counts: 'T3' }
    store.sync([region('a', other), region('b', dab(50, 50), other)])
    expect(store.mask('a', 'after')).toBeNull()
    expect(store.mask('b', 'before')).toBeNull()
    expect(store.mask('b', 'after')).not.toBeNull()
  })
})
