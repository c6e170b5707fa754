import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'
import type { OpenPair } from '../../../src/contract/review'
import { createMaskStore } from '../paint/mask-store'
import type { Frame, MaskStore } from '../paint/mask-store'
import { useReviewDocument } from '../document'
import { DEFAULT_CATEGORY, useReviewSession } from '../session'
import type { Tool } from '../session'
import { requestMask, isReadyFor } from '../segment/preparing'
import { isSegmentEffect } from '../tools/chart'
import type { PaintEffect, ClickPrompts, RunningTool, ToolContext, ToolInput } from '../tools/chart'
import { createTool } from '../tools/tools'
import { createPainting } from './painting'
import { imagePoint } from './points'
import type { ImagePoint, Size } from './points'
import { createSegmenting } from './segmenting'
import { regionsAt, shownMasks, withPendingMask } from './shown-masks'
import type { ShownMask } from './shown-masks'
import { useStageView } from './stage-view'
import { notify, notifyError } from '../../state/notices'
import { stage as stageText } from '../../text/en/stage'

/** What is shown during a gesture; never saved. */
export interface Presence {
  /** The pane under the pointer, its frame and where in it. */
  pointer: { pane: string; frame: Frame; at: ImagePoint } | null
  /** The outline that polygon or lasso is drawing. */
  preview: { frame: Frame; points: readonly ImagePoint[]; value: 0 | 1 } | null
  /** The prompts of click to segment. */
  prompts: { frame: Frame; clicks: ClickPrompts } | null
}

/** The canvas of one open pair: its bitmaps, the tool in hand and the gesture under way. */
export interface StageSession {
  readonly store: MaskStore
  readonly presence: StoreApi<Presence>
  input(input: ToolInput, frame: Frame): void
  shown(frame: Frame): ShownMask[]
  regionsAt(frame: Frame, at: ImagePoint): string[]
  /** Keeps the mask of the clicks, puts a stroke or an outline under way back, and takes up another tool. */
  setTool(tool: Tool): void
  /** All holes of the chosen region, in both frames, once the mask of the clicks is kept. */
  fillHoles(): void
  /** Whether a stroke or an outline is under way, or clicks wait to be kept. */
  isBusy(): boolean
  /** Whether a mask that is to be kept is still coming. */
  isKeeping(): boolean
  /** Until none is: it was kept, was empty, or failed. */
  settled(): Promise<void>
  /** Before going on: keeps the mask of the clicks. Returns false where a stroke or an outline is under way. */
  finish(): boolean
  dispose(): void
}

const fillAllHoles: PaintEffect[] = [
  { type: 'begin', label: stageText.labels.fill, value: 1, at: imagePoint(0, 0) },
  { type: 'holes', at: null },
  { type: 'commit' },
]

const CLICK_TOLERANCE = 6 // CSS pixels

/** The field for it may have been emptied and not been left yet. */
function category(): string {
  return useReviewSession.getState().category.trim() || DEFAULT_CATEGORY
}

export function createStageSession(opened: OpenPair, size: Size): StageSession {
  const store = createMaskStore(size.width, size.height)
  const presence = createStore<Presence>()(() => ({ pointer: null, preview: null, prompts: null }))
  let tool: RunningTool | null = null
  let activeTool: Tool | null = null
  let lastFrame: Frame = 'after'
  const painting = createPainting(store, {
    open: present,
    selectedRegionId,
    category,
    regionsAt: at,
    select: (regionId) => useReviewSession.getState().selectRegion(regionId),
    preview(frame, points, value) {
      presence.setState({ preview: points.length === 0 ? null : { frame, points, value } })
    },
    edit: (label, diff) => void useReviewDocument.getState().edit(label, diff),
    newRegionId: () => crypto.randomUUID(),
    onGone: () => notify('warning', stageText.regionGone),
  })

  const segmenting = createSegmenting(store, {
    open: present,
    selectedRegionId,
    category,
    edit(label, diff) {
      if (isOpen()) {
        void useReviewDocument.getState().edit(label, diff)
      } else {
        notifyLost(false)
      }
    },
    newRegionId: () => crypto.randomUUID(),
    onMade() {
      // another tool may work on the chosen region by now
      if (activeTool === 'segment') {
        useReviewSession.getState().selectRegion(null)
      }
    },
    isReady: () => isReadyFor(opened.pair.id),
    segment: (frame, prompts) => requestMask(opened.pair.id, frame, prompts),
    onPrompts: (frame, clicks) => presence.setState({ prompts: clicks === null ? null : { frame, clicks } }),
    onFailed() {
      if (activeTool === 'segment') {
        cancel()
      }
    },
    onLost: notifyLost,
    onError: notifyError,
  })
  const stopFollowing = presence.subscribe(({ pointer }, old) => {
    if (pointer === null && old.pointer !== null) {
      segmenting.leave()
    }
  })

  function isOpen(): boolean {
    return useReviewDocument.getState().open?.pair.id === opened.pair.id
  }

  function present(): OpenPair {
    const { open } = useReviewDocument.getState()
    return open?.pair.id === opened.pair.id ? open : opened
  }

  function notifyLost(isLate: boolean): void {
    const { lost, closed } = stageText.segment
    notify('warning', (isLate ? lost : closed)(opened.pair.key))
  }

  /** The chosen region, as long as it is there: undo may have taken it away. */
  function selectedRegionId(): string | null {
    const chosen = useReviewSession.getState().selectedRegionId
    return present().document.regions.some(({ id }) => id === chosen) ? chosen : null
  }

  function shown(frame: Frame): ShownMask[] {
    const masks = shownMasks(present(), store, frame, painting.pendingRegion(), selectedRegionId())
    const pending = segmenting.pendingMask()
    return pending?.frame === frame ? withPendingMask(masks, pending) : masks
  }

  function at(frame: Frame, point: ImagePoint): string[] {
    return regionsAt(shown(frame), point, present())
  }

  function contextFor(frame: Frame): ToolContext {
    return {
      brushDiameter: useReviewSession.getState().brushSize,
      tolerance: CLICK_TOLERANCE / useStageView.getState().camera.scale,
      selectedRegionId: selectedRegionId(),
      regionsAt: (point) => at(frame, point),
    }
  }

  function send(input: ToolInput, frame: Frame): void {
    if (tool !== null) {
      for (const effect of tool.send(input, contextFor(frame))) {
        if (isSegmentEffect(effect)) {
          segmenting.run(effect, frame)
        } else {
          painting.run([effect], frame)
        }
      }
    }
  }

  function cancel(): void {
    send({ type: 'cancel' }, lastFrame)
  }

  /** Pending clicks belong to the active tool; for an earlier tool a mask may still be computed. */
  function hasPendingClicks(): boolean {
    return activeTool === 'segment' && segmenting.isBusy()
  }

  function isBusy(): boolean {
    return isDrawing() || hasPendingClicks()
  }

  function isDrawing(): boolean {
    return painting.isBusy() || presence.getState().preview !== null
  }

  function finish(): boolean {
    if (isDrawing()) {
      return false
    }
    keepClicks()
    return true
  }

  function keepClicks(): void {
    if (hasPendingClicks()) {
      send({ type: 'confirm' }, lastFrame)
    }
  }

  /** Before something else begins: what clicks made is kept, what is only half drawn is put back. */
  function letGo(): void {
    if (hasPendingClicks()) {
      keepClicks()
      presence.setState({ preview: null })
    } else {
      cancel()
    }
  }

  return {
    store,
    presence,
    input(input, frame) {
      if (frame !== lastFrame && (input.type === 'down' || (input.type === 'move' && !isBusy()))) {
        letGo()
        lastFrame = frame
      }
      send(input, lastFrame)
    },
    shown,
    regionsAt: at,
    setTool(next) {
      letGo()
      tool = createTool(next)
      activeTool = next
    },
    fillHoles() {
      const chosen = selectedRegionId()
      if (chosen !== null) {
        letGo()
        store.sync(present().document.regions)
        painting.run(fillAllHoles, 'after')
        const region = present().document.regions.find(({ id }) => id === chosen)
        if (region?.beforeMask != null) {
          painting.run(fillAllHoles, 'before')
        }
      }
    },
    isBusy,
    isKeeping: () => segmenting.isKeeping(),
    settled: () => segmenting.settled(),
    finish,
    dispose() {
      if (presence.getState().preview !== null) {
        notify('warning', stageText.outlineLost(opened.pair.key))
      }
      if (isOpen()) {
        keepClicks()
      }
      segmenting.end()
      cancel()
      stopFollowing()
    },
  }
}
