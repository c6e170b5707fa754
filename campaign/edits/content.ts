import type { PairDocument } from '../../src/domain/document'
import { pixelsOf } from './pixels'
import type { Pixels } from './pixels'

/** What a person did to a pair, as the campaign remembers it. Never changed in place. */
export interface Content {
  state: string
  notes: string
  captions: readonly { id: string; text: string }[]
  regions: readonly KnownRegion[]
}

export interface KnownRegion {
  id: string
  category: string
  status: 'proposed' | 'accepted' | 'rejected'
  /** A decision accepted it, and nothing was done to it since: reopening the pair takes that back. Absent: no. */
  isByDecision?: boolean
  after: Pixels
  /** Empty where there is none. */
  before: Pixels
}

export const EMPTY: Content = { state: 'unreviewed', notes: '', captions: [], regions: [] }

export function contentOf({ review, captions, regions }: PairDocument): Content {
  return {
    state: review.state,
    notes: review.notes,
    captions: captions.map(({ id, text }) => ({ id, text })),
    regions: regions.map(({ id, category, status, mask, beforeMask }) => ({
      id,
      category,
      status,
      after: pixelsOf(mask),
      before: beforeMask === null ? new Set<number>() : pixelsOf(beforeMask),
    })),
  }
}

/** The same text for the same content, and only for that. */
export function textOf({ state, notes, captions, regions }: Content): string {
  return JSON.stringify([
    state,
    notes,
    captions.map(({ id, text }) => [id, text]),
    regions.map(({ id, category, status, after, before }) => [
      id,
      category,
      status,
      sorted(after),
      sorted(before),
    ]),
  ])
}

function sorted(pixels: Pixels): number[] {
  return [...pixels].sort((a, b) => a - b)
}

interface Linked {
  content: Content
  next: Linked | null
}

/** A content, what undo leads back to and what redo leads on to. */
export interface Timeline {
  present: Content
  past: Linked | null
  future: Linked | null
}

export const BEGINNING: Timeline = { present: EMPTY, past: null, future: null }

export function edited({ present, past }: Timeline, content: Content): Timeline {
  return { present: content, past: { content: present, next: past }, future: null }
}

/** @throws Error where there is nothing to undo */
export function undone({ present, past, future }: Timeline): Timeline {
  if (past === null) {
    throw new Error('there is nothing to undo')
  }
  return { present: past.content, past: past.next, future: { content: present, next: future } }
}

/** @throws Error where there is nothing to redo */
export function redone({ present, past, future }: Timeline): Timeline {
  if (future === null) {
    throw new Error('there is nothing to redo')
  }
  return { present: future.content, past: { content: present, next: past }, future: future.next }
}
