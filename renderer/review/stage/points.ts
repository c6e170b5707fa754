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

export interface Size {
  readonly width: number
  readonly height: number
}

export function imagePoint(x: number, y: number): ImagePoint {
  return { x, y } as ImagePoint
}

export function stagePoint(x: number, y: number): StagePoint {
  return { x, y } as StagePoint
}
