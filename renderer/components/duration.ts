import { text } from '../text/chosen'
import { spellDate } from '../text/spelling'

const MINUTE = 60
const HOUR = 3600

/** Rounded to what a person waiting wants to know. */
export function spellDuration(seconds: number): string {
  const { duration } = text.shell
  if (seconds < MINUTE) {
    return duration.seconds(Math.max(1, Math.round(seconds)))
  }
  if (seconds < HOUR) {
    return duration.minutes(Math.round(seconds / MINUTE))
  }
  return duration.hours(Math.floor(seconds / HOUR), Math.round((seconds % HOUR) / MINUTE))
}

/** `at` in milliseconds since 1970. */
export function spellAgo(at: number, now = Date.now()): string {
  const seconds = (now - at) / 1000
  if (seconds < MINUTE) {
    return text.shell.ago.now
  }
  if (seconds < HOUR) {
    return text.shell.ago.minutes(Math.floor(seconds / MINUTE))
  }
  if (seconds < 24 * HOUR) {
    return text.shell.ago.hours(Math.floor(seconds / HOUR))
  }
  return spellDate(at)
}

const words = text.shell.proposals

/** Speed of long work; null until it can be measured. */
export interface Throughput {
  /** A second. */
  rate: number | null
  secondsLeft: number | null
}

/** Below this the speed is too uncertain to show. */
const LEAST_SECONDS = 1

export function throughputOf(done: number, total: number, seconds: number): Throughput {
  if (done === 0 || seconds < LEAST_SECONDS) {
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
