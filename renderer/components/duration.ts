import { text } from '../text/en'

const minute = 60
const hour = 3600

/** Rounded to what a person waiting wants to know. */
export function spellDuration(seconds: number): string {
  const { duration } = text.shell
  if (seconds < minute) {
    return duration.seconds(Math.max(1, Math.round(seconds)))
  }
  if (seconds < hour) {
    return duration.minutes(Math.round(seconds / minute))
  }
  return duration.hours(Math.floor(seconds / hour), Math.round((seconds % hour) / minute))
}

/** `at` in milliseconds since 1970. */
export function spellAgo(at: number, now = Date.now()): string {
  const seconds = (now - at) / 1000
  if (seconds < minute) {
    return text.shell.ago.now
  }
  if (seconds < hour) {
    return text.shell.ago.minutes(Math.floor(seconds / minute))
  }
  if (seconds < 24 * hour) {
    return text.shell.ago.hours(Math.floor(seconds / hour))
  }
  return new Date(at).toLocaleDateString()
}

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
