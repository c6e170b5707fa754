import { z } from 'zod'

/**
 * From pixels to a map, in GDAL's order: x = t0 + t1 column + t2 row, y = t3 + t4 column + t5 row. Whole columns and
 * rows are corners of pixels: the middle of the first pixel lies at 0.5, 0.5.
 */
export const geoTransformSchema = z.tuple([
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.number(),
])
export type GeoTransform = z.infer<typeof geoTransformSchema>

export function applyAffine(
  [t0, t1, t2, t3, t4, t5]: GeoTransform,
  column: number,
  row: number,
): [number, number] {
  return [t0 + t1 * column + t2 * row, t3 + t4 * column + t5 * row]
}

/** Map units squared a pixel; negative where rows go down the map, as usual. */
export function determinant([, t1, t2, , t4, t5]: GeoTransform): number {
  return t1 * t5 - t2 * t4
}

/** The column and row of a point of the map. More exact than an inverse matrix where coordinates are large. */
export function pixelAt(transform: GeoTransform, x: number, y: number): [number, number] {
  const [t0, t1, t2, t3, t4, t5] = transform
  const [dx, dy] = [x - t0, y - t3]
  const scale = determinant(transform)
  return [(t5 * dx - t2 * dy) / scale, (t1 * dy - t4 * dx) / scale]
}

/** Whether every pixel has a place of its own: all numbers finite, and columns and rows not along one line. */
export function isUsable(transform: GeoTransform): boolean {
  const [, t1, t2, , t4, t5] = transform
  const size = Math.hypot(t1, t4) * Math.hypot(t2, t5)
  return transform.every(Number.isFinite) && size > 0 && Math.abs(determinant(transform)) > size * 1e-9
}
