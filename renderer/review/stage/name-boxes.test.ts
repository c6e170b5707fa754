import { describe, expect, it, vi } from 'vitest'
import type { OpenPair } from '../../../src/contract/pairs'
import { emptyDocument } from '../../../src/domain/document'
import type { Region, Frame } from '../../../src/domain/document'
import type { Homography } from '../../../src/domain/pair'
import { encodeRle } from '../../../src/mask/rle'
import { openPair } from '../../testing/made-pairs'

vi.stubGlobal('window', { addEventListener: () => undefined })
vi.stubGlobal('navigator', { userAgent: 'test' })

const { nameBoxes } = await import('./name-boxes')
const { panesOf } = await import('./stage-view')

const mask = encodeRle({ width: 2, height: 2, data: new Uint8Array(4) })

function seenIn(frame: Frame): Region {
  const seen = { frame, box: { x: 10, y: 20, width: 4, height: 2 } }
  const name = { word: 'car', score: 0.6, kind: 'appeared' as const, seen, why: 'seen', others: [] }
  return {
    id: `seen ${frame}`,
    category: 'car',
    status: 'proposed',
    mask,
    beforeMask: null,
    source: { kind: 'person' },
    score: null,
    name,
  }
}

const unseen: Region = { ...seenIn('after'), id: 'taught', name: { ...seenIn('after').name!, seen: null } }

/** The before frame lies 5 pixels to the left. */
const moved: Homography = [1, 0, 5, 0, 1, 0, 0, 0, 1]

function pair(alignment: Homography | null): OpenPair {
  const regions = [seenIn('before'), seenIn('after'), unseen]
  const documents = new Map([[1, { ...emptyDocument(), regions }]])
  const open = openPair({ documents, events: new Map() }, 1)
  return { ...open, pair: { ...open.pair, alignment } }
}

const all = ['seen before', 'seen after', 'taught']

/** The left edges of the boxes in each pane. */
function edges(view: Parameters<typeof panesOf>[0], alignment: Homography | null, ids = all): number[][] {
  return panesOf(view, alignment !== null).map((layout) =>
    nameBoxes(pair(alignment), layout, ids, 'after').map(({ corners }) => corners[0].x),
  )
}

describe('the box that a name rests on', () => {
  it('is in the pane of the frame in which it was seen', () => {
    expect(edges('side-by-side', null)).toEqual([[10], [10]])
    expect(edges('side-by-side', null, ['seen before'])).toEqual([[10], []])
    expect(edges('side-by-side', null, ['seen after'])).toEqual([[], [10]])
  })

  it('stays where it was seen in the before image as it is, and moves with the aligned one', () => {
    expect(edges('side-by-side', moved)).toEqual([[10], [10]])
    expect(edges('aligned', moved)).toEqual([[15], [10]])
    expect(edges('swipe', moved)).toEqual([[15, 10]])
    expect(edges('difference', moved)).toEqual([[15, 10]])
  })

  it('blinks with its image', () => {
    expect(edges('blink', moved)).toEqual([[10]])
    const [layout] = panesOf('blink', true)
    expect(nameBoxes(pair(moved), layout, all, 'before').map(({ corners }) => corners)).toEqual([
      [
        { x: 15, y: 20 },
        { x: 19, y: 20 },
        { x: 19, y: 22 },
        { x: 15, y: 22 },
      ],
    ])
  })

  it('is not there for a name that was taught, nor for a region that nobody looks at', () => {
    expect(edges('swipe', null, ['taught'])).toEqual([[]])
    expect(edges('swipe', null, [])).toEqual([[]])
  })
})
