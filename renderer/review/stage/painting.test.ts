import { describe, expect, test } from 'vitest'
import type { OpenPair } from '../../../src/contract/pairs'
import { applyDiff, reverseDiff } from '../../../src/domain/diff'
import type { Diff } from '../../../src/domain/diff'
import { emptyDocument } from '../../../src/domain/document'
import { encodeRle, rleArea } from '../../../src/mask/rle'
import { createMaskStore } from '../paint/mask-store'
import type { MaskStore } from '../paint/mask-store'
import { tileBounds } from '../paint/tile-mask'
import { encodeTiles } from '../paint/tile-rle'
import { brushChart } from '../tools/charts'
import { isRequestEffect, runTool } from '../tools/tool'
import type { Effect, PaintEffect, ToolContext } from '../tools/tool'
import { placementOf, toImage, imagePoint, stagePoint } from './camera'
import type { ImagePoint } from './camera'
import { newRegion, regionsAt, shownMasks } from './shown-masks'
import { Painting } from './painting'
import type { PaintingHost } from './painting'

interface Desk {
  host: PaintingHost
  painting: Painting
  store: MaskStore
  edits: { label: string; diff: Diff }[]
  open(): OpenPair
  selected: string | null
  /** How often it was said that the region is gone. */
  gone: number
  /** As the engine would: the document changes and the bitmaps follow it. */
  change(diff: Diff): void
}

function desk(): Desk {
  const store = createMaskStore(400, 300)
  let open: OpenPair = {
    pair: {
      id: 1,
      key: 'made',
      split: null,
      before: 'b',
      after: 'a',
      label: null,
      width: 400,
      height: 300,
      alignment: null,
      tiles: null,
      window: null,
      sequence: null,
      problem: null,
    },
    document: emptyDocument(),
    version: 1,
    undoLabel: null,
    redoLabel: null,
    proposal: null,
    baseProposalId: null,
  }
  let count = 0
  const apply = (diff: Diff): void => {
    open = { ...open, document: applyDiff(open.document, diff) }
  }
  const host: PaintingHost = {
    open: () => open,
    selectedRegionId: () => made.selected,
    category: () => 'appeared',
    regionsAt: (frame, at) => regionsAt(shownMasks(open, store, frame, null, null), at, open),
    select: (regionId) => (made.selected = regionId),
    preview: () => undefined,
    edit(label, diff) {
      made.edits.push({ label, diff })
      apply(diff)
      // the page hears of the change later
    },
    newRegionId: () => `region-${(count += 1)}`,
    notifyGone: () => (made.gone += 1),
    notifyTooFewCorners: () => undefined,
    pendingRegion: null,
  }
  const made: Desk = {
    store,
    edits: [],
    selected: null,
    gone: 0,
    open: () => open,
    change(diff) {
      apply(diff)
      store.sync(open.document.regions)
    },
    host,
    painting: new Painting(store, host),
  }
  return made
}

const context: ToolContext = { brushDiameter: 15, tolerance: 3, selectedRegionId: null, regionsAt: () => [] }

/** A brush requests no mask. */
function paints(effects: readonly Effect[]): PaintEffect[] {
  return effects.filter((effect) => !isRequestEffect(effect))
}

function stroke(at: Desk, value: 0 | 1, points: ImagePoint[], frame: 'before' | 'after' = 'after'): void {
  const tool = runTool(brushChart(value))
  const keys = { isShift: false, isAlt: false }
  points.forEach((point, index) => {
    const type = index === 0 ? 'down' : 'move'
    at.painting.run(paints(tool.send({ type, at: point, ...keys }, context)), frame)
  })
  at.painting.run(paints(tool.send({ type: 'up', at: points[points.length - 1], ...keys }, context)), frame)
  at.store.sync(at.open().document.regions)
}

const across = [imagePoint(50, 50), imagePoint(120, 80), imagePoint(200, 60)]

/** A stroke on a region that is taken away before it ends. */
function paintAndLose(made: Desk, value: 0 | 1): void {
  stroke(made, 1, across)
  const tool = runTool(brushChart(value))
  const keys = { isShift: false, isAlt: false }
  const points = [imagePoint(100, 20), imagePoint(100, 200)]
  made.painting.run(paints(tool.send({ type: 'down', at: points[0], ...keys }, context)), 'after')
  made.painting.run(paints(tool.send({ type: 'move', at: points[1], ...keys }, context)), 'after')
  const [region] = made.open().document.regions
  made.change([{ type: 'region.remove', region, index: 0 }])
  made.painting.run(paints(tool.send({ type: 'up', at: points[1], ...keys }, context)), 'after')
  made.store.sync(made.open().document.regions)
}

/** A region of an image of another size is chosen. */
function withForeign(): Desk {
  const made = desk()
  const draft = { regionId: 'old', category: 'appeared', frame: 'after' } as const
  const data = new Uint8Array(200 * 150).fill(1, 10, 90)
  const region = newRegion(draft, encodeRle({ width: 200, height: 150, data }))
  made.change([{ type: 'region.add', region, index: 0 }])
  made.selected = 'old'
  return made
}

describe('painting', () => {
  test('with nothing chosen makes a region of the present category and chooses it', () => {
    const made = desk()
    stroke(made, 1, across)
    const [region] = made.open().document.regions
    expect(region).toMatchObject({
      id: 'region-1',
      category: 'appeared',
      status: 'accepted',
      beforeMask: null,
    })
    expect(made.selected).toBe('region-1')
    expect(made.edits.map(({ label }) => label)).toEqual(['Brush stroke'])
  })

  test('does not add to a rejected region, whose pixels count for nothing', () => {
    const made = desk()
    stroke(made, 1, across)
    const from = { status: 'accepted' } as const
    made.change([{ type: 'region.set', regionId: 'region-1', from, to: { status: 'rejected' } }])
    stroke(made, 1, [imagePoint(100, 200), imagePoint(300, 40)])
    const { regions } = made.open().document
    expect(regions.map(({ id, status }) => [id, status])).toEqual([
      ['region-1', 'rejected'],
      ['region-2', 'accepted'],
    ])
    expect(made.selected).toBe('region-2')
  })

  test('bitmap and document agree after every gesture', () => {
    const made = desk()
    stroke(made, 1, across)
    stroke(made, 1, [imagePoint(100, 200), imagePoint(300, 40)])
    stroke(made, 0, [imagePoint(120, 20), imagePoint(120, 250)])
    const [region] = made.open().document.regions
    const mask = made.store.mask(region.id, 'after')
    expect(mask === null ? null : encodeTiles(mask)).toEqual(region.mask)
    expect(made.edits).toHaveLength(3)
    expect(made.edits[1].diff.map(({ type }) => type)).toEqual(['region.mask'])
  })

  test('undo and redo by anyone reach the bitmap', () => {
    const made = desk()
    stroke(made, 1, across)
    const first = made.open().document.regions[0].mask
    stroke(made, 1, [imagePoint(100, 200), imagePoint(300, 40)])
    const { diff } = made.edits[1]
    made.change(reverseDiff(diff))
    const mask = made.store.mask('region-1', 'after')
    expect(mask === null ? null : encodeTiles(mask)).toEqual(first)
    made.change(diff)
    expect(mask === null ? null : encodeTiles(mask)).toEqual(made.open().document.regions[0].mask)
  })

  test('a stroke that changes nothing is no edit', () => {
    const made = desk()
    stroke(made, 1, across)
    stroke(made, 1, across)
    stroke(made, 1, [imagePoint(-80, -80)])
    expect(made.edits).toHaveLength(1)
  })

  test.each(['after', 'before'] as const)(
    'a new mask of the %s frame outlives a pair that is read again',
    (frame) => {
      const made = desk()
      if (frame === 'before') {
        stroke(made, 1, across)
      }
      const tool = runTool(brushChart(1))
      const keys = { isShift: false, isAlt: false }
      made.painting.run(paints(tool.send({ type: 'down', at: across[0], ...keys }, context)), frame)
      made.painting.run(paints(tool.send({ type: 'move', at: across[1], ...keys }, context)), frame)
      made.change([])
      shownMasks(made.open(), made.store, frame, made.host.pendingRegion, null)
      made.painting.run(paints(tool.send({ type: 'up', at: across[1], ...keys }, context)), frame)
      made.store.sync(made.open().document.regions)
      const [region] = made.open().document.regions
      const mask = made.store.mask(region.id, frame)
      expect(mask === null ? null : encodeTiles(mask)).toEqual(
        frame === 'after' ? region.mask : region.beforeMask,
      )
      expect(mask === null ? null : tileBounds(mask)).not.toBeNull()
    },
  )

  test('a cancelled first stroke leaves no region and no bitmap', () => {
    const made = desk()
    const tool = runTool(brushChart(1))
    const keys = { isShift: false, isAlt: false }
    made.painting.run(paints(tool.send({ type: 'down', at: across[0], ...keys }, context)), 'after')
    expect(made.host.pendingRegion).toMatchObject({ regionId: 'region-1' })
    made.painting.run(paints(tool.send({ type: 'cancel' }, context)), 'after')
    expect(made.open().document.regions).toEqual([])
    expect(made.store.mask('region-1', 'after')).toBeNull()
    expect(made.edits).toEqual([])
    expect(made.painting.isBusy()).toBe(false)
  })

  test('the eraser with nothing chosen takes from the region under it, and makes none', () => {
    const made = desk()
    stroke(made, 1, across)
    made.selected = null
    stroke(made, 0, [imagePoint(350, 250)])
    expect(made.edits).toHaveLength(1)
    stroke(made, 0, [imagePoint(50, 50)])
    expect(made.edits[1].label).toBe('Eraser stroke')
    expect(made.selected).toBe('region-1')
  })

  test('in the before frame edits the before mask', () => {
    const made = desk()
    stroke(made, 1, across)
    const { mask } = made.open().document.regions[0]
    stroke(made, 1, [imagePoint(20, 20)], 'before')
    const [region] = made.open().document.regions
    expect(region.mask).toEqual(mask)
    expect(region.beforeMask === null ? 0 : rleArea(region.beforeMask)).toBeGreaterThan(0)
    stroke(made, 0, [imagePoint(20, 20)], 'before')
    expect(made.open().document.regions[0].beforeMask).toBeNull()
    expect(made.store.mask('region-1', 'before')).toBeNull()
  })

  test('accepts a proposed region in the same edit, and undo takes back both', () => {
    const made = desk()
    stroke(made, 1, across)
    const status = { from: { status: 'accepted' }, to: { status: 'proposed' } } as const
    made.change([{ type: 'region.set', regionId: 'region-1', ...status }])
    const [proposed] = made.open().document.regions
    stroke(made, 0, [imagePoint(120, 20), imagePoint(120, 250)])
    expect(made.open().document.regions[0].status).toBe('accepted')
    expect(made.edits).toHaveLength(2)
    made.change(reverseDiff(made.edits[1].diff))
    expect(made.open().document.regions).toEqual([proposed])
  })

  describe('with a region chosen that was marked on another size of the image', () => {
    test.each(['after', 'before'] as const)('begins another in the %s frame', (frame) => {
      const made = withForeign()
      const [old] = made.open().document.regions
      stroke(made, 1, across, frame)
      const { regions } = made.open().document
      expect(regions[0]).toEqual(old)
      expect(regions.map(({ id }) => id)).toEqual(['old', 'region-1'])
      expect(made.selected).toBe('region-1')
    })

    test('erases from what is under it', () => {
      const made = withForeign()
      stroke(made, 1, across)
      made.selected = 'old'
      stroke(made, 0, [imagePoint(50, 50)])
      expect(made.edits[1].diff).toMatchObject([{ type: 'region.mask', regionId: 'region-1' }])
    })

    test('erases nothing in the before frame from a region marked on two sizes', () => {
      const made = withForeign()
      const [{ mask: foreign }] = made.open().document.regions
      stroke(made, 1, across)
      const region = { ...made.open().document.regions[1], id: 'mixed', beforeMask: foreign }
      made.change([{ type: 'region.remove', region: made.open().document.regions[1], index: 1 }])
      made.change([{ type: 'region.add', region, index: 1 }])
      made.selected = null
      stroke(made, 0, [imagePoint(50, 50)], 'before')
      expect(made.edits).toHaveLength(1)
      expect(made.open().document.regions[1]).toEqual(region)
    })
  })

  describe('of a region that goes while it is painted', () => {
    test('is a region of its own where it adds', () => {
      const made = desk()
      paintAndLose(made, 1)
      const { regions } = made.open().document
      expect(regions.map(({ id }) => id)).toEqual(['region-2'])
      const mask = made.store.mask('region-2', 'after')
      expect(mask === null ? null : encodeTiles(mask)).toEqual(regions[0].mask)
      expect(rleArea(regions[0].mask)).toBeGreaterThan(0)
      expect(made.store.mask('region-1', 'after')).toBeNull()
      expect(made.selected).toBe('region-2')
    })

    test('is given up in words where it takes away', () => {
      const made = desk()
      paintAndLose(made, 0)
      expect(made.open().document.regions).toEqual([])
      expect(made.gone).toBe(1)
      expect(made.painting.isBusy()).toBe(false)
    })
  })

  test('gives the same mask at every zoom, window size and pixel ratio', () => {
    const masks = [0.5, 1, 2, 3.7].flatMap((scale) =>
      [1, 1.5, 2].map((ratio) => {
        const pane = { width: 500 + Math.round(37 * ratio), height: 400 }
        const placement = placementOf({ center: imagePoint(190.4, 149.2), scale }, pane, ratio)
        const made = desk()
        // the pointer in the middle of each image pixel on the screen
        const points = across.map(({ x, y }) => {
          const onScreen = stagePoint(placement.x + (x + 0.5) * scale, placement.y + (y + 0.5) * scale)
          return toImage(placement, onScreen)
        })
        stroke(made, 1, points)
        return made.open().document.regions[0].mask.counts
      }),
    )
    expect(new Set(masks).size).toBe(1)
  })
})
