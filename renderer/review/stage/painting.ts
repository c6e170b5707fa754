import type { OpenPair } from '../../../src/contract/review'
import type { Diff } from '../../../src/domain/diff'
import type { Region } from '../../../src/domain/document'
import { emptyRle } from '../../../src/mask/rle'
import type { Rle } from '../../../src/mask/rle'
import { brushLine } from '../paint/brush'
import { holesOf } from '../paint/holes'
import type { Frame, MaskStore } from '../paint/mask-store'
import { polygonFill } from '../paint/polygon'
import { beginStroke, cancelStroke, paintShape, strokeFlip } from '../paint/stroke'
import type { Shape, Stroke } from '../paint/stroke'
import { tileBounds } from '../paint/tile-mask'
import type { PaintEffect } from '../tools/chart'
import { regionIn } from './click-flip'
import type { PendingRegion } from './shown-masks'
import type { ImagePoint } from './points'

/** What painting needs of the page around it. */
export interface PaintingHost {
  open(): OpenPair
  selectedRegionId(): string | null
  /** Category of a new region. */
  category(): string
  /** Topmost first. */
  regionsAt(frame: Frame, at: ImagePoint): readonly string[]
  select(regionId: string | null): void
  preview(frame: Frame, points: readonly ImagePoint[], value: 0 | 1): void
  /** Applies to what `open` returns before it comes back. */
  edit(label: string, diff: Diff): void
  newRegionId(): string
  /** What was erased from is gone: the stroke is not kept. */
  onGone(): void
}

/** Carries out the effects of tools: paints at once and turns each gesture into one edit. */
export interface Painting {
  run(effects: readonly PaintEffect[], frame: Frame): void
  /** The region under the brush that is not in the document yet. */
  pendingRegion(): PendingRegion | null
  /** Whether a gesture is under way. */
  isBusy(): boolean
}

interface Gesture {
  label: string
  regionId: string
  frame: Frame
  stroke: Stroke
  pending: PendingRegion | null
}

export function createPainting(store: MaskStore, host: PaintingHost): Painting {
  let gesture: Gesture | null = null

  function begin(label: string, value: 0 | 1, at: ImagePoint, frame: Frame): void {
    cancel()
    const selected = paintable(host.selectedRegionId(), value, frame)
    // With nothing chosen, taking away means the region under the pointer, adding means a new one.
    const regionId = selected ?? (value === 0 ? erasableAt(frame, at) : host.newRegionId())
    if (regionId === null) {
      return
    }
    const isNew = present(regionId, frame) === null
    const pending = isNew ? { regionId, category: host.category(), frame } : null
    gesture = { label, regionId, frame, pending, stroke: beginStroke(store.open(regionId, frame), value) }
    if (!isNew && selected === null) {
      host.select(regionId)
    }
  }

  /** What is added to a rejected region would be left out with it. */
  function paintable(regionId: string | null, value: 0 | 1, frame: Frame): string | null {
    const region = present(regionId, frame)
    return region === null || (value === 1 && region.status === 'rejected') ? null : region.id
  }

  function erasableAt(frame: Frame, at: ImagePoint): string | null {
    return host.regionsAt(frame, at).find((id) => present(id, frame) !== null) ?? null
  }

  function present(regionId: string | null, frame: Frame): Region | null {
    return regionIn(store, host.open().document.regions, regionId, frame)
  }

  function paint(shape: (stroke: Stroke) => Shape): void {
    if (gesture !== null) {
      const rect = paintShape(gesture.stroke, shape(gesture.stroke))
      if (rect !== null) {
        store.touch(gesture.frame, rect)
      }
    }
  }

  function cancel(): void {
    if (gesture !== null) {
      const rect = cancelStroke(gesture.stroke)
      end(gesture)
      if (rect !== null) {
        store.touch(gesture.frame, rect)
      }
      gesture = null
    }
  }

  /** A mask that stayed out of the document is not kept. */
  function end({ regionId, frame }: Gesture): void {
    const region = present(regionId, frame)
    if (region === null || (frame === 'before' && region.beforeMask === null)) {
      const mask = store.mask(regionId, frame)
      const bounds = mask === null ? null : tileBounds(mask)
      store.drop(regionId, frame)
      if (bounds !== null) {
        store.touch(frame, bounds)
      }
    }
  }

  function commit(): void {
    const done = gesture
    if (done === null) {
      return
    }
    const flip = strokeFlip(done.stroke)
    gesture = null
    if (flip !== null) {
      applyStroke(done, flip)
    }
    end(done)
  }

  function applyStroke(done: Gesture, flip: Rle): void {
    const { label, regionId, frame, pending } = done
    const region = present(regionId, frame)
    if (region !== null && pending === null) {
      host.edit(label, maskDiff(region, frame, flip))
      adopt(done)
      host.select(regionId)
    } else if (done.stroke.value === 0) {
      host.onGone()
    } else {
      // the region went while it was painted: what was added to it is another
      const added = pending ?? { regionId: host.newRegionId(), category: host.category(), frame }
      const index = host.open().document.regions.length
      host.edit(label, [{ type: 'region.add', region: newRegion(added, flip), index }])
      adopt(added)
      host.select(added.regionId)
    }
  }

  /** The bitmap has been painted already: the document's new mask must not be flipped into it again. */
  function adopt({ regionId, frame }: Pick<Gesture, 'regionId' | 'frame'>): void {
    const region = host.open().document.regions.find(({ id }) => id === regionId)
    const rle = frame === 'after' ? region?.mask : region?.beforeMask
    if (rle !== undefined && rle !== null) {
      store.adopt(regionId, frame, rle)
    }
  }

  function apply(effect: PaintEffect, frame: Frame): void {
    switch (effect.type) {
      case 'begin':
        return begin(effect.label, effect.value, effect.at, frame)
      case 'line':
        return paint(() => brushLine(effect.from, effect.to, effect.diameter))
      case 'polygon':
        return paint(() => polygonFill(effect.points))
      case 'holes':
        return paint(({ mask }) => holesOf(mask, effect.at))
      case 'commit':
        return commit()
      case 'cancel':
        return cancel()
      case 'preview':
        return host.preview(frame, effect.points, effect.value)
      case 'select':
        return host.select(effect.regionId)
    }
  }

  return {
    run: (effects, frame) => effects.forEach((effect) => apply(effect, frame)),
    pendingRegion: () => gesture?.pending ?? null,
    isBusy: () => gesture !== null,
  }
}

/** A mask that a person corrects is accepted with it: no later answer of a model takes it away. */
export function maskDiff({ id, status }: Region, frame: Frame, flip: Rle): Diff {
  const change: Diff[number] = { type: 'region.mask', regionId: id, frame, flip }
  return status === 'proposed'
    ? [change, { type: 'region.set', regionId: id, from: { status }, to: { status: 'accepted' } }]
    : [change]
}

/** What a person draws is accepted as drawn. */
export function newRegion({ regionId, category, frame }: PendingRegion, mask: Rle): Region {
  const empty = emptyRle(mask.size[1], mask.size[0])
  return {
    id: regionId,
    category,
    status: 'accepted',
    mask: frame === 'after' ? mask : empty,
    beforeMask: frame === 'before' ? mask : null,
    source: { kind: 'person' },
    score: null,
  }
}
