import { IMAGE_SIDE } from '../../layers/sizes'
import type { Sample } from '../../pair-data'

/** Ways in which a procedure is not as it was, each as likely (public code of ProCap). */
const PERTURBATIONS = ['order', 'frame', 'color', 'place'] as const

const AREA = IMAGE_SIDE * IMAGE_SIDE
const FRAME = 3 * AREA

/** Changes a sequence [frames, 3, 128, 128]: its order, or one frame, which becomes another pair's, another colour's, or is moved. */
export function perturbSequence(
  sequence: Float32Array,
  other: Pick<Sample, 'before' | 'after'>,
  random: () => number,
  how = PERTURBATIONS[Math.floor(random() * PERTURBATIONS.length)],
): void {
  const count = sequence.length / FRAME
  const index = Math.floor(random() * count)
  const frame = sequence.subarray(index * FRAME, (index + 1) * FRAME)
  switch (how) {
    case 'order': {
      const from = (index + 1 + Math.floor(random() * (count - 1))) % count
      const second = sequence.subarray(from * FRAME, (from + 1) * FRAME)
      const copy = frame.slice()
      frame.set(second)
      second.set(copy)
      return
    }
    case 'frame':
      frame.set(random() < 0.5 ? other.before : other.after)
      return
    case 'color':
      shiftColor(frame, random)
      return
    case 'place':
      frame.set(transformed(frame, random))
  }
}

/** Each channel brighter or darker by a third to a half of its range. */
function shiftColor(frame: Float32Array, random: () => number): void {
  for (let channel = 0; channel < 3; channel++) {
    const own = frame.subarray(channel * AREA, (channel + 1) * AREA)
    const shift = (0.15 + 0.2 * random()) * (random() < 0.5 ? -1 : 1)
    own.forEach((value, at) => (own[at] = Math.min(0.5, Math.max(-0.5, value + shift))))
  }
}

/** Turned by 10 to 30 degrees, 0.8 to 1.25 times as large, and shifted by up to a tenth; the border continues. */
function transformed(frame: Float32Array, random: () => number): Float32Array {
  const angle = ((10 + 20 * random()) * Math.PI * (random() < 0.5 ? -1 : 1)) / 180
  const scale = 0.8 + 0.45 * random()
  const [cosine, sine] = [Math.cos(angle) / scale, Math.sin(angle) / scale]
  const middle = (IMAGE_SIDE - 1) / 2
  const [right, down] = [random(), random()].map((share) => (share - 0.5) * 0.2 * IMAGE_SIDE)
  const out = new Float32Array(frame.length)
  for (let y = 0, at = 0; y < IMAGE_SIDE; y++) {
    for (let x = 0; x < IMAGE_SIDE; x++, at++) {
      const [u, v] = [x - middle - right, y - middle - down]
      const from =
        inside(middle + sine * u + cosine * v) * IMAGE_SIDE + inside(middle + cosine * u - sine * v)
      for (let plane = 0; plane < FRAME; plane += AREA) {
        out[plane + at] = frame[plane + from]
      }
    }
  }
  return out
}

function inside(value: number): number {
  return Math.min(IMAGE_SIDE - 1, Math.max(0, Math.round(value)))
}
