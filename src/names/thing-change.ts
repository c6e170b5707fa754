import type { ChangeKind } from '../domain/document'
import type { Rect } from '../mask/bitmap'
import type { NameClaim } from './claim'
import { otherFrame } from './changed-detections'
import type { ChangedDetection } from './changed-detections'

/** What happened to a thing, before regions are given to it. */
export interface ThingChange {
  readonly kind: ChangeKind
  readonly thing: ChangedDetection
  /** Of `moved`: pixels of the before frame. */
  readonly from?: Rect
  /** Of `moved`, where it was found there too: in the region that it left. */
  readonly left?: ChangedDetection
  /** Of `replaced`. */
  readonly former?: ChangedDetection
}

export function toClaim(told: ThingChange): NameClaim {
  const { kind, thing, from, former } = told
  const { name, score, frame, box } = thing
  return {
    name,
    score,
    frame,
    box,
    kind,
    ...(from === undefined ? {} : { from }),
    ...(former === undefined ? {} : { former: former.name }),
    why: reasonFor(told),
  }
}

function reasonFor({ kind, thing, left, former }: ThingChange): string {
  const { name, score, frame, changed, counterpart } = thing
  const detection = `${name} seen in the ${frame} image (score ${score.toFixed(2)})`
  const share = `${Math.round(100 * changed)} % of its box changed`
  return `${detection}; ${share}; ${elsewhere()}`

  function elsewhere(): string {
    if (former !== undefined) {
      return `the before image shows ${former.name} there (score ${former.score.toFixed(2)})`
    }
    if (left !== undefined) {
      return `the before image shows ${left.name} of its size and colour near by (score ${left.score.toFixed(2)})`
    }
    if (kind === 'moved') {
      return 'its region is known to have moved'
    }
    return `the ${otherFrame(frame)} image shows ${counterpart === null ? 'none there' : 'it too'}`
  }
}
