/** About `most` of the points at most, evenly, the first and the last among them. */
export function thinned<T>(points: readonly T[], most: number): T[] {
  const step = Math.ceil(points.length / most)
  return points.filter((_, index) => index % step === 0 || index === points.length - 1)
}
