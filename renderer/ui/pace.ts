import { text } from '../text/en'
import { spellDuration } from './duration'

const words = text.frame.proposals

/** How fast long work goes; null until that can be told. */
export interface Pace {
  /** A second. */
  rate: number | null
  secondsLeft: number | null
}

/** Sooner the first answers say little. */
const leastSeconds = 1

export function paceOf(done: number, total: number, seconds: number): Pace {
  if (done === 0 || seconds < leastSeconds) {
    return { rate: null, secondsLeft: null }
  }
  const rate = done / seconds
  return { rate, secondsLeft: (total - done) / rate }
}

export function spellPace({ rate, secondsLeft }: Pace): string[] {
  return [
    ...(rate === null ? [] : [words.rate(rate)]),
    ...(secondsLeft === null ? [] : [words.left(spellDuration(secondsLeft))]),
  ]
}
