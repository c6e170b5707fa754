// Checks whether statements are true and complete for a pair: the counterpart of describe, for tests.

import type { Change } from '../change'
import { SIZES } from '../thing'
import type { Thing } from '../thing'
import type { Story } from './describe'
import { isToward, resolveAttributes, resolveReference } from './reference'
import type { Statement } from './templates'

/** Null when the statements say each change of the story once and nothing else; otherwise what is wrong. */
export function checkStatements(story: Story, statements: readonly Statement[]): string | null {
  if (story.changes.length === 0) {
    const [only] = statements
    if (statements.length !== 1 || only.kind !== 'none') {
      return 'states a change where there is none'
    }
    return only.camera && !story.cameraMoved ? 'says that the camera moved' : null
  }
  if (statements.length !== story.changes.length) {
    return 'does not state each change once'
  }
  const remaining = new Set(story.changes)
  for (const statement of statements) {
    const change = [...remaining].find((each) => matchesChange(story, statement, each))
    if (change === undefined) {
      return `no such change: ${JSON.stringify(statement)}`
    }
    remaining.delete(change)
  }
  return null
}

function matchesChange(story: Story, statement: Statement, change: Change): boolean {
  if (statement.kind !== change.type) {
    return false
  }
  const { before, after } = change.things[0]
  const subject = resolveReference(statement.kind === 'add' ? story.after : story.before, statement.subject)
  if (subject === null) {
    return false
  }
  if (statement.kind === 'swap') {
    const other = resolveReference(story.before, statement.other)
    const pair = new Set(change.things.map((thing) => thing.before?.id))
    return other !== null && other.id !== subject.id && pair.has(other.id) && pair.has(subject.id)
  }
  if (subject.id !== (before ?? after)?.id) {
    return false
  }
  switch (statement.kind) {
    case 'color':
      return after?.color === statement.to && (statement.from === null || before?.color === statement.from)
    case 'material':
      return after?.material === statement.to
    case 'size':
      return before !== null && after !== null && matchesSize(statement, before, after)
    case 'move':
      return before !== null && after !== null && matchesMove(story, statement, before, after)
    case 'add':
      return before === null
    case 'drop':
      return after === null
    case 'rotate':
      return before?.angleRad !== after?.angleRad
  }
}

function matchesSize(statement: Extract<Statement, { kind: 'size' }>, before: Thing, after: Thing): boolean {
  const grew = SIZES.indexOf(after.size) > SIZES.indexOf(before.size)
  return (statement.grew === null || statement.grew === grew) && (statement.to ?? after.size) === after.size
}

function matchesMove(
  story: Story,
  { direction, destination }: Extract<Statement, { kind: 'move' }>,
  before: Thing,
  after: Thing,
): boolean {
  if (direction !== null && isToward(story.before, direction, after, before) !== 'yes') {
    return false
  }
  if (destination === null) {
    return true
  }
  const anchor = resolveAttributes(story.after, destination.anchor)
  return anchor !== null && isToward(story.after, destination.direction, after, anchor) === 'yes'
}
