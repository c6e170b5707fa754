import { expect, test, vi } from 'vitest'
import { encodeRle } from '../mask/rle'
import type { Rle } from '../mask/rle'
import type { Rect } from '../mask/bitmap'
import { captionRegionGroups, viewOfRegions, viewsOfRegions } from './region-views'
import type { PairViews } from './region-views'
import { wholeOf } from '../mask/rect'
import type { PairPixels, CropView } from './crop-view'

const side = 512
const frame = { width: side, height: side, data: new Uint8Array(3 * side * side) }
const frames = { before: frame, after: frame }
const network = { encode: (pairs: readonly PairPixels[]) => Promise.resolve(pairs.map(() => 'made')) }

function viewOf(after: Rect): CropView<string> {
  return { before: after, after, encoding: 'kept', alignment: null }
}

function keeping(...windows: Rect[]): PairViews<string> {
  return { views: [wholeOf(frame), ...windows].map(viewOf), extraViews: [], alignment: null }
}

function region({ x, y, width, height }: Rect): { mask: Rle } {
  const data = new Uint8Array(side * side)
  for (let row = y; row < y + height; row++) {
    data.fill(1, row * side + x, row * side + x + width)
  }
  return { mask: encodeRle({ width: side, height: side, data }) }
}

const window = { x: 200, y: 200, width: 128, height: 128 }

test('a cached view serves regions until they have grown too large for it', async () => {
  const cached = keeping(window)
  const [small, grown] = [
    region({ x: 250, y: 250, width: 20, height: 20 }),
    region({ ...window, width: 52, height: 52 }),
  ]
  expect(await viewOfRegions(network, frames, cached, [small])).toBe(cached.views[1])
  const view = await viewOfRegions(network, frames, cached, [grown])
  expect(view).toMatchObject({ encoding: 'made', after: { width: 364 } })
})

test('a region that is small in a cached view gets a view of its own', async () => {
  const cached = keeping({ x: 100, y: 100, width: 300, height: 300 })
  const large = region({ x: 220, y: 220, width: 40, height: 40 })
  expect(await viewOfRegions(network, frames, cached, [large])).toBe(cached.views[1])
  const small = region({ x: 240, y: 240, width: 16, height: 16 })
  expect(await viewOfRegions(network, frames, cached, [small])).toMatchObject({ after: { width: 128 } })
})

test('windows for several regions are made at once', async () => {
  const encode = vi.fn<typeof network.encode>(network.encode)
  const groups = await viewsOfRegions({ encode }, frames, keeping(), [car, tree])
  expect(groups.map(({ members }) => members)).toEqual([[0], [1]])
  expect(encode.mock.calls.map(([pairs]) => pairs.length)).toEqual([2])
})

const [tree, car] = [
  region({ x: 20, y: 20, width: 16, height: 16 }),
  region({ x: 460, y: 20, width: 16, height: 16 }),
]
const lake = region({ x: 100, y: 200, width: 300, height: 250 })

test('regions too small for the whole that no one window holds get windows of their own', async () => {
  const cached = keeping()
  const groups = await viewsOfRegions(network, frames, cached, [car, lake, tree])
  expect(groups.map(({ view, members }) => [view.after.width, view.after.x, members])).toEqual([
    [512, 0, [1]],
    [128, 384, [0]],
    [128, 0, [2]],
  ])
  expect(groups[0].view).toBe(cached.views[0])
  // the same views are used again
  const again = await viewsOfRegions(network, frames, cached, [car, lake, tree])
  expect(again.map(({ view }, at) => view === groups[at].view)).toEqual([true, true, true])
  expect(await viewsOfRegions(network, frames, cached, [lake])).toEqual([
    { view: cached.views[0], members: [0] },
  ])
  expect(await viewsOfRegions(network, frames, cached, [])).toEqual([{ view: cached.views[0], members: [] }])
})

test('windows for user regions are cached apart from those of the proposal, and the last ones alone', async () => {
  const cached = keeping(window)
  for (let at = 0; at < 12; at++) {
    await viewOfRegions(network, frames, cached, [region({ x: 40 * at, y: 480, width: 16, height: 16 })])
  }
  expect(cached.views).toHaveLength(2)
  expect(cached.extraViews.length).toBeLessThanOrEqual(8)
  expect(cached.extraViews.at(-1)?.after.x).toBe(384)
})

test('captions of regions in several views are joined with their places, and a typed prefix is completed in one', async () => {
  const all = [car, lake, tree]
  const names = new Map([
    [car, 'a car'],
    [lake, 'a lake'],
    [tree, 'a tree'],
  ])
  const requested: number[] = []
  const describe = (begin: string) =>
    captionRegionGroups(network, frames, keeping(), all, begin, (view, own) => {
      requested.push(view.after.width)
      const text = `${begin}${own.map((one) => names.get(one)).join(' and ')}`
      return Promise.resolve([
        { ids: [], text, logProbability: -1, links: [{ start: 0, end: text.length, region: 0 }] },
      ])
    })
  const captions = await describe('')
  expect(captions.map(({ text }) => text)).toEqual([
    'a lake and a car, at the top right and a tree, at the top left',
    'a lake',
    'a car, at the top right',
    'a tree, at the top left',
  ])
  const [joined] = captions
  expect(joined.links.map(({ start, end, region: at }) => [joined.text.slice(start, end), at])).toEqual([
    ['a lake', 1],
    ['a car', 0],
    ['a tree', 2],
  ])
  expect(requested).toEqual([512, 128, 128])
  expect((await describe('gone: ')).map(({ text }) => text)).toEqual(['gone: a car and a lake and a tree'])
  expect(requested.slice(3)).toEqual([512])
})
