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
