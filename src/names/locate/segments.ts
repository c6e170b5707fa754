import type { Tagged } from './caption-query'
import type { ReadClause, Segment } from './clause'

export function segmentsOf(sentence: readonly Tagged[]): Segment[] {
  const segments: { tokens: Tagged[]; joined: Segment['joined'] }[] = [{ tokens: [], joined: 'start' }]
  for (const token of sentence) {
    const last = segments[segments.length - 1]
    const { is } = token.tag
    if (is !== 'and' && is !== 'comma') {
      last.tokens.push(token)
    } else if (last.tokens.length > 0) {
      segments.push({ tokens: [], joined: is })
    } else if (is === 'comma' && last.joined === 'and') {
      last.joined = 'comma'
    }
  }
  return segments.filter(({ tokens }) => tokens.length > 0)
}

/**
 * Clauses that each tell of a thing. What has no thing belongs to its neighbour ("On the left, a car appeared"), and
 * what has no verb takes that of the clause with which it is coordinated ("a dog and a cat are gone").
 */
export function completed(clauses: readonly ReadClause[]): ReadClause[] {
  return borrowed(joined(clauses.filter((clause) => !clause.isSame || isOther(clause))))
}

/** "The same car moved" tells of a change. */
const isOther = ({ change, isWeak }: ReadClause): boolean =>
  change !== null && change !== 'changed' && !isWeak

function joined(clauses: readonly ReadClause[]): ReadClause[] {
  const whole: ReadClause[] = []
  let waiting: ReadClause | null = null
  for (const clause of clauses) {
    const last = whole.at(-1)
    if (clause.subject !== null) {
      whole.push(waiting === null ? clause : filled(clause, waiting))
      waiting = null
    } else if (last === undefined) {
      waiting = waiting === null ? clause : filled(waiting, clause)
    } else {
      whole[whole.length - 1] = filled(last, clause)
    }
  }
  return waiting === null || waiting.rest === null ? whole : [...whole, { ...waiting, subject: waiting.rest }]
}

/** With what the clause itself does not say. */
function filled(clause: ReadClause, other: ReadClause): ReadClause {
  const isSure = isTold(clause) && !clause.isWeak
  return {
    ...clause,
    rest: clause.rest ?? other.rest,
    ...(isPlaced(clause) ? {} : { place: other.place, near: other.near, isCourse: other.isCourse }),
    ...(isSure ? {} : verbOf(other, clause)),
  }
}

/** The verb with what belongs to it; that of `kept` where there is none. */
function verbOf(other: ReadClause, kept: ReadClause): Partial<ReadClause> {
  if (other.change === null) {
    return {}
  }
  const { change, isWeak, from, turned, formerColours, former, light } = other
  return {
    change,
    isWeak,
    from: kept.from ?? from,
    light,
    turned,
    formerColours,
    former: kept.former ?? former,
  }
}

function borrowed(clauses: readonly ReadClause[]): ReadClause[] {
  return clauses.map((clause, at) => {
    if (clause.change !== null) {
      return clause
    }
    const ahead = clauses.slice(at + 1)
    const end = ahead.findIndex((one) => one.joined !== 'and')
    const chain = end === -1 ? ahead : ahead.slice(0, end)
    const behind = clauses.slice(0, at).toReversed()
    const verb = chain.find(isTold) ?? behind.find(isTold) ?? ahead.find(isTold)
    const beside =
      chain.find(isPlaced) ?? (clause.joined === 'and' ? behind.slice(0, 1).find(isPlaced) : undefined)
    return filled(filled(clause, { ...clause, ...place(beside) }), {
      ...clause,
      ...verb,
      ...place(beside),
    })
  })
}

const isTold = (clause: ReadClause): boolean => clause.change !== null
const isPlaced = (clause: ReadClause): boolean => clause.place !== null || clause.near !== null

function place(clause: ReadClause | undefined): Pick<ReadClause, 'place' | 'near' | 'isCourse'> {
  const { place: at = null, near = null, isCourse = false } = clause ?? {}
  return { place: at, near, isCourse }
}
