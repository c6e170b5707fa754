import type { Size } from '../../../src/mask/bitmap'
/** What part of the map is shown: the middle in units of the map, and how far it is enlarged. */
export interface MapCamera {
  readonly x: number
  readonly y: number
  /** 1 shows the whole map. */
  readonly zoom: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

export const WHOLE_MAP: MapCamera = { x: 0, y: 0, zoom: 1 }
const MOST_ZOOM = 400
/** Of half the canvas; the rest is a margin. */
const FILLED = 0.94

/** Pixels of one unit of the map, to the right and upwards. */
function scaleOf({ zoom }: MapCamera, { width, height }: Size): Point {
  return { x: (zoom * FILLED * width) / 2, y: (zoom * FILLED * height) / 2 }
}

/** From units of the map to pixels: `pixel = offset + scale * unit` on either axis; y of the map points upwards. */
export function transformOf(camera: MapCamera, size: Size): { offset: Point; scale: Point } {
  const { x, y } = scaleOf(camera, size)
  return {
    offset: { x: size.width / 2 - camera.x * x, y: size.height / 2 + camera.y * y },
    scale: { x, y: -y },
  }
}

export function toPixels(camera: MapCamera, size: Size, { x, y }: Point): Point {
  const { offset, scale } = transformOf(camera, size)
  return { x: offset.x + scale.x * x, y: offset.y + scale.y * y }
}

export function toMap(camera: MapCamera, size: Size, { x, y }: Point): Point {
  const { offset, scale } = transformOf(camera, size)
  return { x: (x - offset.x) / scale.x, y: (y - offset.y) / scale.y }
}

/** What lies under the pixel stays there. */
export function zoomedAt(camera: MapCamera, size: Size, pixel: Point, factor: number): MapCamera {
  const zoom = Math.min(MOST_ZOOM, Math.max(1, camera.zoom * factor))
  const under = toMap(camera, size, pixel)
  const now = toMap({ ...camera, zoom }, size, pixel)
  return inside({ x: camera.x + under.x - now.x, y: camera.y + under.y - now.y, zoom })
}

/** By pixels, as the pointer moves. */
export function panned(camera: MapCamera, size: Size, right: number, down: number): MapCamera {
  const scale = scaleOf(camera, size)
  return inside({ ...camera, x: camera.x - right / scale.x, y: camera.y + down / scale.y })
}

/** The middle stays on the map. */
function inside({ x, y, zoom }: MapCamera): MapCamera {
  const reach = 1 - 1 / zoom
  return { x: Math.min(reach, Math.max(-reach, x)), y: Math.min(reach, Math.max(-reach, y)), zoom }
}

/** The map with this place in view: as it is where it lies well inside, else about the place. */
export function withInView(camera: MapCamera, place: Point): MapCamera {
  const reach = 0.9 / camera.zoom
  const isInView = Math.abs(place.x - camera.x) <= reach && Math.abs(place.y - camera.y) <= reach
  return isInView ? camera : inside({ ...camera, ...place })
}
