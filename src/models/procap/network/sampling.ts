import { IMAGE_SIDE } from '../../layers/sizes'
import type { Sample } from '../../pair-data'

/**
 * Random choices of ProCap before a step; `random` gives numbers in [0, 1). Facts of its public code are marked so.
 */

/**
 * Sampling weights of in-between frames: 1 - softmax of (s_before - s_after)^2 over frames (public code). The scores
 * are a caption's similarity to the pairs that a frame makes with the first and with the last one, so that frames as
 * far from the one as from the other are preferred.
 */
export function frameWeights(toBefore: readonly number[], toAfter: readonly number[]): number[] {
  const penalties = toBefore.map((score, at) => (score - toAfter[at]) ** 2)
  const powers = penalties.map((penalty) => Math.exp(penalty - Math.max(...penalties)))
  const total = powers.reduce((sum, power) => sum + power, 0)
  return powers.map((power) => 1 - power / total)
}

/** `count` different frames by weight, in order. A single frame has weight 0 and is taken all the same. */
export function sampleFrames(weights: readonly number[], count: number, random: () => number): number[] {
  const left = weights.map((weight, frame) => ({ frame, weight: Math.max(weight, 1e-9) }))
  const chosen: number[] = []
  while (chosen.length < count && left.length > 0) {
    let rest = random() * left.reduce((sum, { weight }) => sum + weight, 0)
    const index = left.findIndex(({ weight }) => (rest -= weight) < 0)
    chosen.push(...left.splice(index < 0 ? left.length - 1 : index, 1).map(({ frame }) => frame))
  }
  return chosen.sort((a, b) => a - b)
}

/** Shares and bounds of the public code. */
const KEPT_SHARE = 0.2
const SCALE = [0.2, 0.8] as const
const RATIO = [0.5, 2] as const

type Hiding = 'random' | 'all' | 'inside' | 'outside'

/** Seven in times ten single tokens, else one of the other three (public code). */
export function drawHiding(random: () => number): Hiding {
  const draw = random()
  return draw < 0.7 ? 'random' : draw < 0.8 ? 'all' : draw < 0.9 ? 'inside' : 'outside'
}

/** 1 for each hidden token of `frames` frames of side x side tokens; a box lies in the same place in all of them. */
export function hiddenTokens(
  hiding: Hiding,
  frames: number,
  side: number,
  random: () => number,
): Float32Array {
  const cells = side * side
  if (hiding === 'all') {
    return new Float32Array(frames * cells).fill(1)
  }
  if (hiding === 'random') {
    return Float32Array.from({ length: frames * cells }, () => Number(random() >= KEPT_SHARE))
  }
  const box = drawBox(side, random)
  return Float32Array.from({ length: frames * cells }, (_, at) => {
    const [x, y] = [at % side, Math.floor((at % cells) / side)]
    const isInside = x >= box.left && x < box.left + box.width && y >= box.top && y < box.top + box.height
    return Number(isInside === (hiding === 'inside'))
  })
}

/** A box of 0.2 to 0.8 of the area and 0.5 to 2 times as wide as high, as far as it fits. */
function drawBox(
  side: number,
  random: () => number,
): { left: number; top: number; width: number; height: number } {
  const between = ([low, high]: readonly [number, number]): number => low + (high - low) * random()
  const area = between(SCALE) * side * side
  const ratio = between(RATIO)
  const fit = (length: number): number => Math.min(side, Math.max(1, Math.round(length)))
  const [width, height] = [fit(Math.sqrt(area * ratio)), fit(Math.sqrt(area / ratio))]
  const offset = (free: number): number => Math.floor(random() * (free + 1))
  return { left: offset(side - width), top: offset(side - height), width, height }
}

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
