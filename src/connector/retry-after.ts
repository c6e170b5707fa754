/** Milliseconds; a server that wants to be left alone for longer is not asked again. */
export const LONGEST_PAUSE = 60_000

/** Milliseconds; null where the header says nothing that can be read. */
export function retryAfter(header: string | null, now = Date.now()): number | null {
  if (header === null) {
    return null
  }
  const seconds = Number(header)
  const until = Number.isFinite(seconds) ? now + 1000 * seconds : Date.parse(header)
  return Number.isNaN(until) ? null : Math.max(0, until - now)
}

/** The wait that a header asks for, in words; null where it is none that keeps us from asking again. */
export function longWait(header: string | null, now = Date.now()): string | null {
  const wanted = retryAfter(header, now) ?? 0
  if (wanted <= LONGEST_PAUSE) {
    return null
  }
  const minutes = Math.ceil(wanted / 60_000)
  const hours = Math.ceil(minutes / 60)
  return minutes <= 90
    ? `${minutes} minutes`
    : hours <= 36
      ? `${hours} hours`
      : `${Math.ceil(hours / 24)} days`
}
