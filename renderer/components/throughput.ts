import { text } from '../text/en'
import { spellDuration } from './duration'

const words = text.shell.proposals

/** Speed of long work; null until it can be measured. */
export interface Throughput {
  /** A second. */
  rate: number | null
  secondsLeft: number | null
}

/** Below this the speed is too uncertain to show. */
const leastSeconds = 1

export function throughputOf(done: number, total: number, seconds: number): Throughput {
  if (done === 0 || seconds < leastSeconds) {
    return { rate: null, secondsLeft: null }
  }
  const rate = done / seconds
  return { rate, secondsLeft: (total - done) / rate }
}

export function spellThroughput({ rate, secondsLeft }: Throughput): string[] {
  return [
    ...(rate === null ? [] : [words.rate(rate)]),
    ...(secondsLeft === null ? [] : [words.left(spellDuration(secondsLeft))]),
  ]
}
