import { create } from 'zustand'
import { clampCamera, fitCamera, panCamera, zoomCamera } from './camera'
import type { Camera } from './camera'
import { imagePoint, stagePoint } from './points'
import type { Size, StagePoint } from './points'

/**
 * Where the canvas looks and how its views are set. It outlives the open pair: a person who has zoomed in
 * stays there on the next pair of the same size; any other pair is fitted.
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
