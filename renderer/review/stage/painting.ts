import type { OpenPair } from '../../../src/contract/pairs'
import type { Diff } from '../../../src/domain/diff'
import type { Frame, Region } from '../../../src/domain/document'
import type { Rle } from '../../../src/mask/rle'
import { brushLine, beginStroke, cancelStroke, paintShape, strokeFlip } from '../paint/stroke'
import type { Shape, Stroke } from '../paint/stroke'
import { holesOf } from '../paint/holes'
import { polygonFill } from '../paint/polygon-fill'
import type { MaskStore } from '../paint/mask-store'
import { tileBounds } from '../paint/tile-mask'
import type { PaintEffect } from '../tools/tool'
import { maskDiff, newRegion, regionIn } from './shown-masks'
import type { PendingRegion } from './shown-masks'
import type { ImagePoint } from './camera'

/** The pair on the canvas, as painting needs it. */
export interface PaintingHost {
  open(): OpenPair
  selectedRegionId(): string | null
  /** Category of a new region. */
  category(): string
  /** Topmost first. */
  regionsAt(frame: Frame, at: ImagePoint): readonly string[]
  select(regionId: string | null): void
  preview(preview: Extract<PaintEffect, { type: 'preview' }>, frame: Frame): void
  /** Applied to the document of `open` before it returns. */
  edit(label: string, diff: Diff): void
  newRegionId(): string
  /** Notifies that an outline needs more corners. */
  notifyTooFewCorners(): void
  /** Notifies that the stroke is not kept, because its region is gone. */
  notifyGone(): void
  /** The region under the brush that is not in the document yet. */
  pendingRegion: PendingRegion | null
}

interface Gesture {
  label: string
  regionId: string
  frame: Frame
  stroke: Stroke
  pending: PendingRegion | null
}

/** Carries out the effects of tools: paints at once and turns each gesture into one edit. */
export class Painting {
  private readonly store: MaskStore
  private readonly host: PaintingHost
  private gesture: Gesture | null = null

  constructor(store: MaskStore, host: PaintingHost) {
    this.store = store
    this.host = host
  }

  run(effects: readonly PaintEffect[], frame: Frame): void {
    effects.forEach((effect) => this.apply(effect, frame))
  }

  /** Whether a gesture is under way. */
  isBusy(): boolean {
    return this.gesture !== null
  }

  private apply(effect: PaintEffect, frame: Frame): void {
    switch (effect.type) {
      case 'begin':
        return this.begin(effect.label, effect.value, effect.at, frame)
      case 'line':
        return this.paint(() => brushLine(effect.from, effect.to, effect.diameter))
      case 'polygon':
        return this.paint(() => polygonFill(effect.points))
      case 'holes':
        return this.paint(({ mask }) => holesOf(mask, effect.at))
      case 'commit':
        return this.commit()
      case 'cancel':
        return this.cancel()
      case 'preview':
        return this.host.preview(effect, frame)
      case 'too-few-corners':
        return this.host.notifyTooFewCorners()
      case 'select':
        return this.host.select(effect.regionId)
    }
  }

  private begin(label: string, value: 0 | 1, at: ImagePoint, frame: Frame): void {
    this.cancel()
    const selected = this.paintable(this.host.selectedRegionId(), value, frame)
    // Without a chosen region, erasing works on the region under the pointer; adding makes a new region.
    const regionId = selected ?? (value === 0 ? this.erasableAt(frame, at) : this.host.newRegionId())
    if (regionId === null) {
      return
    }
    const isNew = this.present(regionId, frame) === null
    const pending = isNew ? { regionId, category: this.host.category(), frame } : null
    const stroke = beginStroke(this.store.open(regionId, frame), value)
    this.take({ label, regionId, frame, pending, stroke })
    if (!isNew && selected === null) {
      this.host.select(regionId)
    }
  }

  private take(gesture: Gesture | null): void {
    this.gesture = gesture
    this.host.pendingRegion = gesture?.pending ?? null
  }

  /** Null if pixels would be added to a rejected region: they would be left out with it. */
  private paintable(regionId: string | null, value: 0 | 1, frame: Frame): string | null {
    const region = this.present(regionId, frame)
    return region === null || (value === 1 && region.status === 'rejected') ? null : region.id
  }

  private erasableAt(frame: Frame, at: ImagePoint): string | null {
    return this.host.regionsAt(frame, at).find((id) => this.present(id, frame) !== null) ?? null
  }

  private present(regionId: string | null, frame: Frame): Region | null {
    return regionIn(this.store, this.host.open().document.regions, regionId, frame)
  }

  private paint(shape: (stroke: Stroke) => Shape): void {
    const { gesture } = this
    if (gesture !== null) {
      const rect = paintShape(gesture.stroke, shape(gesture.stroke))
      if (rect !== null) {
        this.store.touch(gesture.frame, rect)
      }
    }
  }

  private cancel(): void {
    const { gesture } = this
    if (gesture !== null) {
      const rect = cancelStroke(gesture.stroke)
      this.end(gesture)
      if (rect !== null) {
        this.store.touch(gesture.frame, rect)
      }
      this.take(null)
    }
  }

  /** A mask that stayed out of the document is not kept. */
  private end({ regionId, frame }: Gesture): void {
    const region = this.present(regionId, frame)
    if (region === null || (frame === 'before' && region.beforeMask === null)) {
      const mask = this.store.mask(regionId, frame)
      const bounds = mask === null ? null : tileBounds(mask)
      this.store.drop(regionId, frame)
      if (bounds !== null) {
        this.store.touch(frame, bounds)
      }
    }
  }

  private commit(): void {
    const done = this.gesture
    if (done === null) {
      return
    }
    const flip = strokeFlip(done.stroke)
    this.take(null)
    if (flip !== null) {
      this.applyStroke(done, flip)
    }
    this.end(done)
  }

  private applyStroke(done: Gesture, flip: Rle): void {
    const { label, regionId, frame, pending } = done
    const region = this.present(regionId, frame)
    if (region !== null && pending === null) {
      this.host.edit(label, maskDiff(region, frame, flip))
      this.adopt(done)
      this.host.select(regionId)
    } else if (done.stroke.value === 0) {
      this.host.notifyGone()
    } else {
      // the region was removed while it was painted: the added pixels become another region
      const added = pending ?? { regionId: this.host.newRegionId(), category: this.host.category(), frame }
      const index = this.host.open().document.regions.length
      this.host.edit(label, [{ type: 'region.add', region: newRegion(added, flip), index }])
      this.adopt(added)
      this.host.select(added.regionId)
    }
  }

  /** The bitmap has been painted already: the document's new mask must not be flipped into it again. */
  private adopt({ regionId, frame }: Pick<Gesture, 'regionId' | 'frame'>): void {
    const region = this.host.open().document.regions.find(({ id }) => id === regionId)
    const rle = frame === 'after' ? region?.mask : region?.beforeMask
    if (rle !== undefined && rle !== null) {
      this.store.adopt(regionId, frame, rle)
    }
  }
}
