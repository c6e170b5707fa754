import type { Change, Diff } from './diff'

/** One part of one thing of a pair's document. Two edits of the same part cannot both be meant. */
export interface Touch {
  readonly kind: 'region' | 'caption' | 'notes' | 'decision'
  /** Of the region or the caption; empty for what a pair has once. */
  readonly id: string
  /** `all`: it is added or removed. `link`: words of a caption refer to the region. */
  readonly part: 'all' | 'mask' | 'category' | 'status' | 'score' | 'text' | 'rank' | 'link'
}

/** What a diff touches. That an edit makes an accepted pair a corrected one is no decision of a person. */
export function touchedBy(diff: Diff): Touch[] {
  return diff.flatMap(touchesOf)
}

/** Whether any part is touched by both. A decision is on all that a person saw of the pair but its notes. */
export function areClashing(one: readonly Touch[], other: readonly Touch[]): boolean {
  return one.some((touch) => other.some((each) => isClash(touch, each)))
}

function isClash(one: Touch, other: Touch): boolean {
  if (one.kind === 'decision' || other.kind === 'decision') {
    return one.kind !== 'notes' && other.kind !== 'notes'
  }
  const isSameThing = one.kind === other.kind && one.id === other.id
  const areBothLinks = one.part === 'link' && other.part === 'link'
  return (
    isSameThing && (one.part === 'all' || other.part === 'all' || (one.part === other.part && !areBothLinks))
  )
}

function touchesOf(change: Change): Touch[] {
  switch (change.type) {
    case 'region.add':
    case 'region.remove':
      return [{ kind: 'region', id: change.region.id, part: 'all' }]
    case 'region.mask':
      return [{ kind: 'region', id: change.regionId, part: 'mask' }]
    case 'region.set':
      return Object.keys(change.to).map((field) => ({
        kind: 'region',
        id: change.regionId,
        part: REGION_PARTS[field as keyof typeof REGION_PARTS],
      }))
    case 'caption.add':
    case 'caption.remove':
      return [{ kind: 'caption', id: change.caption.id, part: 'all' }]
    case 'caption.set':
      return Object.keys(change.to).map((field) => ({
        kind: 'caption',
        id: change.captionId,
        part: field === 'rank' ? 'rank' : 'text',
      }))
    case 'link.add':
    case 'link.remove':
      // its place in the text is counted in characters
      return [
        { kind: 'caption', id: change.link.captionId, part: 'text' },
        { kind: 'region', id: change.link.regionId, part: 'link' },
      ]
    case 'review.set':
      return reviewTouches(change)
    case 'threshold.set':
      // the regions that come with it are touched
      return []
  }
}

/** The program's name and the category are one thing to a person. */
const REGION_PARTS = { category: 'category', name: 'category', status: 'status', score: 'score' } as const

function reviewTouches({ from, to }: Extract<Change, { type: 'review.set' }>): Touch[] {
  const isCorrection = from.state === 'accepted' && to.state === 'corrected' && to.reviewer === undefined
  return [
    ...(to.notes === undefined ? [] : [{ kind: 'notes', id: '', part: 'all' } as const]),
    ...((to.state === undefined && to.reviewer === undefined) || isCorrection
      ? []
      : [{ kind: 'decision', id: '', part: 'all' } as const]),
  ]
}
