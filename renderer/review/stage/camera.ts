import { invert } from '../../../src/domain/homography'
import type { Homography } from '../../../src/domain/pair'
import type { Frame } from '../../../src/domain/document'
import type { Size } from '../../../src/mask/bitmap'

/** The part of the image that a pane shows. The same camera serves both panes and every view. */
export interface Camera {
  /** The image point in the middle of the pane. */
  readonly center: ImagePoint
  /** CSS pixels of one image pixel. */
  readonly scale: number
}

/** Where the image lies in a pane: CSS pixels of its origin, which falls on a device pixel. */
export interface Placement {
  readonly x: number
  readonly y: number
  readonly scale: number
}

const FIT_MARGIN = 16
const LARGEST_SCALE = 64
const LARGEST_FIT = 32

export function fitCamera(image: Size, pane: Size): Camera {
  const room = { width: pane.width - 2 * FIT_MARGIN, height: pane.height - 2 * FIT_MARGIN }
  const scale = Math.min(room.width / image.width, room.height / image.height, LARGEST_FIT)
  return {
    center: imagePoint(image.width / 2, image.height / 2),
    scale: Math.max(scale, 1 / 256),
  }
}

/** Scale between half of what fits and 64; the centre stays on the image. */
export function clampCamera(camera: Camera, image: Size, pane: Size): Camera {
  const smallest = Math.min(fitCamera(image, pane).scale / 2, 1)
  return {
    scale: Math.min(LARGEST_SCALE, Math.max(smallest, camera.scale)),
    center: imagePoint(
      Math.min(image.width, Math.max(0, camera.center.x)),
      Math.min(image.height, Math.max(0, camera.center.y)),
    ),
  }
}

export function placementOf(camera: Camera, pane: Size, pixelRatio: number): Placement {
  const snap = (value: number): number => Math.round(value * pixelRatio) / pixelRatio
  return {
    x: snap(pane.width / 2 - camera.center.x * camera.scale),
    y: snap(pane.height / 2 - camera.center.y * camera.scale),
    scale: camera.scale,
  }
}

export function toImage({ x, y, scale }: Placement, point: StagePoint): ImagePoint {
  return imagePoint((point.x - x) / scale, (point.y - y) / scale)
}

export function toStage({ x, y, scale }: Placement, point: ImagePoint): StagePoint {
  return stagePoint(x + point.x * scale, y + point.y * scale)
}

/** Keeps the image point under `at` in place. */
export function zoomCamera(camera: Camera, image: Size, pane: Size, at: StagePoint, factor: number): Camera {
  const { scale } = clampCamera({ ...camera, scale: camera.scale * factor }, image, pane)
  const right = at.x - pane.width / 2
  const down = at.y - pane.height / 2
  const center = imagePoint(
    camera.center.x + right / camera.scale - right / scale,
    camera.center.y + down / camera.scale - down / scale,
  )
  return clampCamera({ center, scale }, image, pane)
}

/** Moves the image by `right` and `down`, CSS pixels. */
export function panCamera(camera: Camera, image: Size, pane: Size, right: number, down: number): Camera {
  const center = imagePoint(camera.center.x - right / camera.scale, camera.center.y - down / camera.scale)
  return clampCamera({ ...camera, center }, image, pane)
}

/** Takes a point of the before frame to the after frame. Null where it goes to infinity. */
export function throughHomography(h: Homography, point: ImagePoint): ImagePoint | null {
  const w = h[6] * point.x + h[7] * point.y + h[8]
  if (Math.abs(w) < 1e-9) {
    return null
  }
  return imagePoint(
    (h[0] * point.x + h[1] * point.y + h[2]) / w,
    (h[3] * point.x + h[4] * point.y + h[5]) / w,
  )
}

/** Where a point of one frame lies in another. Null where it lies nowhere. */
export function inFrame(
  at: ImagePoint,
  from: Frame,
  to: Frame,
  alignment: Homography | null,
): ImagePoint | null {
  if (from === to || alignment === null) {
    return at
  }
  const map = from === 'before' ? alignment : invert(alignment)
  return map === null ? null : throughHomography(map, at)
}

declare const imageSpace: unique symbol
declare const stageSpace: unique symbol

/** Pixels of an image, origin at its top-left corner; a pixel's centre lies at its index plus 0.5. */
export interface ImagePoint {
  readonly x: number
  readonly y: number
  readonly [imageSpace]: true
}

/** CSS pixels of a pane, origin at its top-left corner. */
export interface StagePoint {
  readonly x: number
  readonly y: number
  readonly [stageSpace]: true
}

export function imagePoint(x: number, y: number): ImagePoint {
  return { x, y } as ImagePoint
}

export function stagePoint(x: number, y: number): StagePoint {
  return { x, y } as StagePoint
}
