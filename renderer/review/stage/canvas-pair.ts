import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'
import type { OpenPair } from '../../../src/contract/pairs'
import type { Diff } from '../../../src/domain/diff'
import { createMaskStore } from '../paint/mask-store'
import type { Frame } from '../../../src/domain/document'
import type { MaskStore } from '../paint/mask-store'
import { tileBounds } from '../paint/tile-mask'
import type { TileMask } from '../paint/tile-mask'
import { useMaskDifference } from '../commands/mask-difference'
import { useThreshold } from '../commands/threshold'
import { useReviewDocument } from '../document'
import { DEFAULT_CATEGORY, useReviewSession } from '../session'
import type { ClickPrompts, PaintEffect } from '../tools/tool'
import { notify, notifyError } from '../../state/notices'
import { text } from '../../text/chosen'
import type { PaintingHost } from './painting'
import type { ImagePoint } from './camera'
import type { Size } from '../../../src/mask/bitmap'
import type { RequestHost } from './requested-mask'
import { differenceMasks, regionsAt, shownMasks, withThresholdMask, withPendingMask } from './shown-masks'
import type { PendingMask, PendingRegion, ShownMask } from './shown-masks'
import { wholeOf } from '../../../src/mask/rect'

const stageText = text.stage

/** Pointer, outline and prompts during a gesture; never saved. */
export interface Presence {
  /** The pane under the pointer, its frame and where in it. */
  pointer: { pane: string; frame: Frame; at: ImagePoint } | null
  /** The outline that is being drawn. */
  preview: { frame: Frame; points: readonly ImagePoint[]; value: 0 | 1; isFreehand: boolean } | null
  /** Prompts for a mask that is requested. */
  prompts: { frame: Frame; clicks: ClickPrompts } | null
}

/** The pair on the canvas: its document, its bitmaps, and masks that are not in the document yet. */
export class CanvasPair implements PaintingHost, RequestHost {
  readonly store: MaskStore
  readonly presence: StoreApi<Presence>
  pendingRegion: PendingRegion | null = null
  private pendingMask: PendingMask | null = null
  private readonly opened: OpenPair

  constructor(opened: OpenPair, size: Size) {
    this.opened = opened
    this.store = createMaskStore(size.width, size.height)
    this.presence = createStore<Presence>()(() => ({ pointer: null, preview: null, prompts: null }))
  }

  isOpen(): boolean {
    return useReviewDocument.getState().open?.pair.id === this.opened.pair.id
  }

  open(): OpenPair {
    const { open } = useReviewDocument.getState()
    return open?.pair.id === this.opened.pair.id ? open : this.opened
  }

  edit(label: string, diff: Diff, onClosed?: () => void): void {
    if (this.isOpen()) {
      void useReviewDocument.getState().edit(label, diff)
    } else {
      onClosed?.()
    }
  }

  newRegionId(): string {
    return crypto.randomUUID()
  }

  /** The default if the field is empty: it may have been emptied and not been left yet. */
  category(): string {
    return useReviewSession.getState().category.trim() || DEFAULT_CATEGORY
  }

  /** The chosen region, if it still exists: undo may have removed it. */
  selectedRegionId(): string | null {
    const chosen = useReviewSession.getState().selectedRegionId
    return this.open().document.regions.some(({ id }) => id === chosen) ? chosen : null
  }

  select(regionId: string | null): void {
    useReviewSession.getState().selectRegion(regionId)
  }

  shown(frame: Frame): ShownMask[] {
    const chosen = this.selectedRegionId()
    const masks = shownMasks(this.open(), this.store, frame, this.pendingRegion, chosen)
    const isAfterShown = frame === 'after' || this.open().pair.alignment === null
    const difference = useMaskDifference.getState()
    if (difference.pairId === this.opened.pair.id && isAfterShown) {
      return differenceMasks(difference.masks, frame)
    }
    const cut = this.thresholdMask()
    if (cut !== null && isAfterShown) {
      return withThresholdMask(masks, this.open().document.regions, {
        mask: cut,
        isGhost: frame === 'before',
      })
    }
    const pending = this.pendingMask
    return pending?.frame === frame
      ? withPendingMask(masks, { ...pending, category: this.category() })
      : masks
  }

  /** Mask at the threshold that is being moved; null if none is. */
  private thresholdMask(): TileMask | null {
    const { pairId, mask } = useThreshold.getState()
    return pairId === this.opened.pair.id ? mask : null
  }

  /** Follows the masks that stand in for those of the document; returns the function that ends it. */
  followPreviews(): () => void {
    const whole = wholeOf(this.store)
    const repaint = (): void => {
      this.store.touch('after', whole)
      this.store.touch('before', whole)
    }
    const stops = [
      useThreshold.subscribe(({ mask }, old) => {
        if (mask !== old.mask) {
          repaint()
        }
      }),
      useMaskDifference.subscribe(repaint),
    ]
    return () => stops.forEach((stop) => stop())
  }

  regionsAt(frame: Frame, point: ImagePoint): string[] {
    return regionsAt(this.shown(frame), point, this.open())
  }

  preview(
    { points, value, isFreehand = false }: Extract<PaintEffect, { type: 'preview' }>,
    frame: Frame,
  ): void {
    this.presence.setState({ preview: points.length === 0 ? null : { frame, points, value, isFreehand } })
  }

  showMask(pending: PendingMask | null): void {
    const old = this.pendingMask
    this.pendingMask = pending
    this.touch(old)
    this.touch(pending)
  }

  /** Repaints the mask, and the region that it corrects, which is hidden beneath it. */
  private touch(pending: PendingMask | null): void {
    if (pending !== null) {
      const { regionId, frame, mask } = pending
      const corrected = regionId === null ? null : this.store.mask(regionId, frame)
      for (const changed of [mask, corrected]) {
        const bounds = changed === null ? null : tileBounds(changed)
        if (bounds !== null) {
          this.store.touch(frame, bounds)
        }
      }
    }
  }

  showPrompts(frame: Frame, clicks: ClickPrompts | null): void {
    this.presence.setState({ prompts: clicks === null ? null : { frame, clicks } })
  }

  notifyTooFewCorners(): void {
    notify('info', stageText.tooFewCorners)
  }

  notifyGone(): void {
    notify('warning', stageText.regionGone)
  }

  notifyLost(isLate: boolean): void {
    const { lost, closed } = stageText.segment
    notify('warning', (isLate ? lost : closed)(this.opened.pair.key))
  }

  notifyError(error: unknown): void {
    notifyError(error)
  }

  notifyOutlineLost(): void {
    notify('warning', stageText.outlineLost(this.opened.pair.key))
  }
}
