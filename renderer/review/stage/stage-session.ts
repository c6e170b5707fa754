import type { StoreApi } from 'zustand/vanilla'
import type { OpenPair } from '../../../src/contract/pairs'
import type { Frame } from '../../../src/domain/document'
import type { MaskStore } from '../paint/mask-store'
import { isLooking, refuseToEditHere } from '../commands/claims'
import { isViewOnly } from '../../state/view-only'
import { useReviewSession } from '../session'
import { isRequestEffect } from '../tools/tool'
import type {
  Effect,
  MaskAnswer,
  MaskSource,
  PaintEffect,
  RunningTool,
  ToolContext,
  ToolInput,
} from '../tools/tool'
import { doesEdit, tools } from '../tools/tools'
import type { Tool } from '../tools/tools'
import { CanvasPair } from './canvas-pair'
import type { Presence } from './canvas-pair'
import { useOutline } from './outline'
import { Painting } from './painting'
import { imagePoint } from './camera'
import type { ImagePoint } from './camera'
import type { Size } from '../../../src/mask/bitmap'
import { RequestedMask } from './requested-mask'
import type { ShownMask } from './shown-masks'
import { useStageView } from './stage-view'
import { text } from '../../text/chosen'

const stageText = text.stage

const fillAllHoles: PaintEffect[] = [
  { type: 'begin', label: stageText.labels.fill, value: 1, at: imagePoint(0, 0) },
  { type: 'holes', at: null },
  { type: 'commit' },
]

const CLICK_TOLERANCE = 6 // CSS pixels

/** The canvas of one open pair: the tool in hand and the gesture under way. */
export class StageSession {
  readonly store: MaskStore
  readonly presence: StoreApi<Presence>
  private readonly pair: CanvasPair
  private readonly painting: Painting
  private readonly requested: RequestedMask
  private readonly stopFollowing: () => void
  private tool: RunningTool | null = null
  /** Of the tool in hand, if it is asynchronous. */
  private source: MaskSource | null = null
  private lastFrame: Frame = 'after'

  constructor(opened: OpenPair, size: Size) {
    this.pair = new CanvasPair(opened, size)
    this.store = this.pair.store
    this.presence = this.pair.presence
    this.painting = new Painting(this.store, this.pair)
    this.requested = new RequestedMask(this.store, this.pair, (source, answer) => this.take(source, answer))
    const stopFollowingPreviews = this.pair.followPreviews()
    const stopFollowingPresence = this.presence.subscribe(({ pointer, preview }, old) => {
      if (pointer === null && old.pointer !== null) {
        this.requested.leave()
      }
      if ((preview === null) !== (old.preview === null)) {
        useOutline.setState({ isBegun: preview !== null })
      }
    })
    this.stopFollowing = () => {
      stopFollowingPreviews()
      stopFollowingPresence()
    }
  }

  input(input: ToolInput, frame: Frame): void {
    // a stroke that another person's taking over comes amid is still ended
    const isRefused = isViewOnly() || (isLooking() && !this.isBusy())
    if (isRefused && doesEdit(useReviewSession.getState().tool)) {
      return
    }
    const begins = input.type === 'down' || (input.type === 'move' && !this.isBusy())
    if (frame !== this.lastFrame && begins) {
      this.letGo()
      this.lastFrame = frame
    }
    this.send(input)
  }

  shown(frame: Frame): ShownMask[] {
    return this.pair.shown(frame)
  }

  regionsAt(frame: Frame, at: ImagePoint): string[] {
    return this.pair.regionsAt(frame, at)
  }

  /** Keeps a requested mask, undoes a stroke or an outline under way, and switches to another tool. */
  setTool(next: Tool): void {
    this.letGo()
    const { start, source = null } = tools[next]
    this.tool = start?.() ?? null
    this.source = source
  }

  /** Fills all holes of the chosen region, in both frames, once a requested mask is kept. */
  fillHoles(): void {
    const chosen = this.pair.selectedRegionId()
    if (chosen !== null && !refuseToEditHere()) {
      this.letGo()
      this.store.sync(this.pair.open().document.regions)
      this.painting.run(fillAllHoles, 'after')
      const region = this.pair.open().document.regions.find(({ id }) => id === chosen)
      if (region?.beforeMask != null) {
        this.painting.run(fillAllHoles, 'before')
      }
    }
  }

  /** Whether a stroke or an outline is under way, or prompts of the tool in hand wait to be kept. */
  isBusy(): boolean {
    return this.isDrawing() || this.hasRequest()
  }

  /** Whether a mask that is to be kept is still coming. */
  isKeeping(): boolean {
    return this.requested.isKeeping()
  }

  /** Resolves when none is: it was kept, was empty, or failed. */
  settled(): Promise<void> {
    return this.requested.settled()
  }

  /** Called before going on: keeps a requested mask. Returns false if a stroke or an outline is under way. */
  finish(): boolean {
    if (this.isDrawing()) {
      return false
    }
    this.keepRequested()
    return true
  }

  dispose(): void {
    if (this.presence.getState().preview !== null) {
      this.pair.notifyOutlineLost()
    }
    if (this.pair.isOpen()) {
      this.keepRequested()
    }
    this.requested.end()
    this.send({ type: 'cancel' })
    this.stopFollowing()
  }

  private send(input: ToolInput): void {
    for (const effect of this.tool?.send(input, this.context()) ?? []) {
      this.run(effect)
    }
  }

  private run(effect: Effect): void {
    if (!isRequestEffect(effect)) {
      this.painting.run([effect], this.lastFrame)
    } else if (this.source !== null) {
      this.requested.run(effect, this.lastFrame, this.source)
    }
  }

  /** An answer counts for the tool that asked; another one may work on the chosen region by now. */
  private take(source: MaskSource, answer: MaskAnswer): void {
    if (source === this.source) {
      this.send(answer)
    }
  }

  private context(): ToolContext {
    return {
      brushDiameter: useReviewSession.getState().brushSize,
      tolerance: CLICK_TOLERANCE / useStageView.getState().camera.scale,
      selectedRegionId: this.pair.selectedRegionId(),
      regionsAt: (point) => this.pair.regionsAt(this.lastFrame, point),
    }
  }

  private isDrawing(): boolean {
    return this.painting.isBusy() || this.presence.getState().preview !== null
  }

  /** Of the tool in hand; the mask of an earlier tool may still be computed. */
  private hasRequest(): boolean {
    return this.source !== null && this.requested.isBusy(this.source)
  }

  private keepRequested(): void {
    if (this.hasRequest()) {
      this.send({ type: 'confirm' })
    }
  }

  /** Called before another gesture or tool: keeps a requested mask, undoes a half-drawn outline or stroke. */
  private letGo(): void {
    if (this.hasRequest()) {
      this.keepRequested()
      this.presence.setState({ preview: null })
    } else {
      this.send({ type: 'cancel' })
    }
  }
}

/** The canvas on the screen, for keys and menus; null while there is none. */
let current: StageSession | null = null

/** Returns the function that takes it away again. */
export function showStage(session: StageSession): () => void {
  current = session
  return () => {
    current = current === session ? null : current
  }
}

/** Sends a key to the gesture under way; does nothing if there is none. */
export function sendToStage(input: Extract<ToolInput, { type: 'confirm' | 'remove-last' | 'cancel' }>): void {
  current?.input(input, current.presence.getState().pointer?.frame ?? 'after')
}

export function currentStage(): StageSession | null {
  return current
}

/** Whether Enter, Escape and Backspace belong to a stroke or an outline under way. */
export function isStageBusy(): boolean {
  return current?.isBusy() ?? false
}
