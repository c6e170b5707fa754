import type { Evidence } from './evidence'

/**
 * Which share of the plain evidence vanishes once small shifts are forgiven. Of a thing that changed,
 * most stays; of edges that do not lie on each other, next to nothing. Counted where the plain evidence
 * is over the threshold, on pixels; 0 where there is none.
 */
export function explainedByShift(evidence: Evidence, valid: Uint8Array | null, threshold: number): number {
  const { plain, tolerant } = evidence
  let over = 0
  let explained = 0
  for (let at = 0; at < plain.length; at += 1) {
    if (plain[at] > threshold && (valid === null || valid[at] !== 0)) {
      over += 1
      explained += tolerant[at] > threshold / 2 ? 0 : 1
    }
  }
  return over === 0 ? 0 : explained / over
}
