/** Twice a mean over 2 radius + 1 pixels along each axis, by running sums. Past the border the last pixel goes on. */
export function boxBlur(
  data: Float32Array,
  width: number,
  height: number,
  channels: number,
  radius: number,
): Float32Array {
  const between = new Float32Array(data.length)
  const out = new Float32Array(data.length)
  for (const from of [data, out]) {
    blurLines(from, between, width, height, channels, channels * width, channels, radius)
    blurLines(between, out, height, width, channels * width, channels, channels, radius)
  }
  return out
}

/** The outermost pixels are weighted by the fraction of the radius. */
function blurLines(
  from: Float32Array,
  to: Float32Array,
  length: number,
  lines: number,
  step: number,
  lineStep: number,
  channels: number,
  radius: number,
): void {
  const whole = Math.floor(radius)
  const part = radius - whole
  const weight = 1 / (2 * radius + 1)
  const last = length - 1
  for (let line = 0; line < lines; line++) {
    for (let channel = 0; channel < channels; channel++) {
      const start = line * lineStep + channel
      let sum = 0
      for (let at = -whole; at <= whole; at++) {
        sum += from[start + step * (at < 0 ? 0 : at > last ? last : at)]
      }
      for (let at = 0; at < length; at++) {
        const before = at - whole - 1
        const after = at + whole + 1
        const outer = from[start + step * (before < 0 ? 0 : before)]
        const next = from[start + step * (after > last ? last : after)]
        to[start + step * at] = (sum + part * (outer + next)) * weight
        const leaving = at - whole
        sum += next - from[start + step * (leaving < 0 ? 0 : leaving)]
      }
    }
  }
}
