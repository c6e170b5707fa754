import { create } from 'zustand'
import { clampCamera, fitCamera, panCamera, zoomCamera, imagePoint, stagePoint } from './camera'
import type { Camera, StagePoint } from './camera'
import type { Size } from '../../../src/mask/bitmap'
import type { Frame } from '../../../src/domain/document'
import { text } from '../../text/chosen'

const stageText = text.stage

/**
 * Camera of the canvas, and settings of its views. It outlives the open pair: a user who has zoomed in stays there on
 * the next pair of the same size; any other pair is fitted.
 */
interface StageView {
  image: Size
  /** One pane; in side by side both have this size. */
  pane: Size
  pixelRatio: number
  camera: Camera
  /** Whether the camera follows the window. */
  isFitted: boolean
  /** 0 to 1 of the pane's width: before to the left of it. */
  swipe: number
  /** 0 to 1: opacity of the after image over the before. */
  onion: number
  /** How long blink shows each image. */
  blinkMilliseconds: number
  /** Which image blink shows now. */
  blinkSide: 'before' | 'after'
  setImage: (image: Size) => void
  setPane: (pane: Size, pixelRatio: number) => void
  zoomAt: (at: StagePoint, factor: number) => void
  /** About the middle of the pane. */
  zoomBy: (factor: number) => void
  panBy: (right: number, down: number) => void
  fit: () => void
  /** One image pixel on each device pixel. */
  actualSize: () => void
  setSwipe: (share: number) => void
  setOnion: (share: number) => void
  setBlinkMilliseconds: (milliseconds: number) => void
  stepBlink: () => void
}

export const BLINK_RANGE = { min: 200, max: 3000 }

function share(value: number): number {
  return Math.min(1, Math.max(0, value))
}

export const useStageView = create<StageView>()((set, get) => ({
  image: { width: 1, height: 1 },
  pane: { width: 1, height: 1 },
  pixelRatio: 1,
  camera: { center: imagePoint(0.5, 0.5), scale: 1 },
  isFitted: true,
  swipe: 0.5,
  onion: 0.5,
  blinkMilliseconds: 600,
  blinkSide: 'after',
  setImage(image) {
    const { image: old, pane } = get()
    if (old.width !== image.width || old.height !== image.height) {
      set({ image, camera: fitCamera(image, pane), isFitted: true })
    }
  },
  setPane(pane, pixelRatio) {
    const { image, camera, isFitted } = get()
    const next = isFitted ? fitCamera(image, pane) : clampCamera(camera, image, pane)
    set({ pane, pixelRatio, camera: next })
  },
  zoomAt(at, factor) {
    const { image, pane, camera } = get()
    set({ camera: zoomCamera(camera, image, pane, at, factor), isFitted: false })
  },
  zoomBy(factor) {
    const { pane, zoomAt } = get()
    zoomAt(stagePoint(pane.width / 2, pane.height / 2), factor)
  },
  panBy(right, down) {
    const { image, pane, camera } = get()
    set({ camera: panCamera(camera, image, pane, right, down), isFitted: false })
  },
  fit() {
    const { image, pane } = get()
    set({ camera: fitCamera(image, pane), isFitted: true })
  },
  actualSize() {
    const { camera, pixelRatio, zoomBy } = get()
    zoomBy(1 / pixelRatio / camera.scale)
  },
  setSwipe: (value) => set({ swipe: share(value) }),
  setOnion: (value) => set({ onion: share(value) }),
  setBlinkMilliseconds: (value) =>
    set({ blinkMilliseconds: Math.min(BLINK_RANGE.max, Math.max(BLINK_RANGE.min, value)) }),
  stepBlink: () => set({ blinkSide: get().blinkSide === 'before' ? 'after' : 'before' }),
}))

export const VIEWS = ['side-by-side', 'swipe', 'blink', 'onion-skin', 'difference', 'aligned'] as const
export type View = (typeof VIEWS)[number]

export type ShownKind = 'before' | 'after' | 'aligned' | 'difference'

interface PanePicture {
  kind: ShownKind
  rendering: 'plain' | 'dimmed' | 'heat'
  /** Part of the pane that the swipe divider, the onion slider or blinking decides. */
  part: 'whole' | 'left' | 'right' | 'over' | 'blink-before' | 'blink-after'
}

export interface PaneLayout {
  id: 'left' | 'right' | 'only'
  frame: Frame
  /** Bottom to top. */
  pictures: readonly PanePicture[]
  /** Names at the left and right top corner; when blinking, the one of the two that is shown. */
  tags: readonly string[]
}

/**
 * Every pane is in the after frame but the left one of side by side, which shows the before image as it is.
 * Where the view moved, the other views use the before image as aligned with the after.
 */
export function panesOf(view: View, hasMoved: boolean): PaneLayout[] {
  const base: ShownKind = hasMoved ? 'aligned' : 'before'
  const names = stageText.pane
  const baseName = hasMoved ? names.aligned : names.before
  const after: PaneLayout = { id: 'right', frame: 'after', pictures: [whole('after')], tags: [names.after] }
  switch (view) {
    case 'side-by-side':
      return [{ id: 'left', frame: 'before', pictures: [whole('before')], tags: [names.before] }, after]
    case 'aligned':
      return [{ id: 'left', frame: 'after', pictures: [whole(base)], tags: [names.aligned] }, after]
    case 'swipe':
      return [only([part(base, 'left'), part('after', 'right')], [baseName, names.after])]
    case 'blink':
      return [only([part(base, 'blink-before'), part('after', 'blink-after')], [baseName, names.after])]
    case 'onion-skin':
      return [only([whole(base), part('after', 'over')], [])]
    case 'difference':
      return [
        only(
          [
            { kind: 'after', rendering: 'dimmed', part: 'whole' },
            { kind: 'difference', rendering: 'heat', part: 'whole' },
          ],
          [],
        ),
      ]
  }
}

function only(pictures: PanePicture[], tags: string[]): PaneLayout {
  return { id: 'only', frame: 'after', pictures, tags }
}

function whole(kind: ShownKind): PanePicture {
  return { kind, rendering: 'plain', part: 'whole' }
}

function part(kind: ShownKind, which: PanePicture['part']): PanePicture {
  return { kind, rendering: 'plain', part: which }
}
