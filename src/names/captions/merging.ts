import { commonSetting, canBeListed, isNear, isPair, isScattered } from './group-wording'
import { isShortMove } from './places'
import type { GroupWording } from './group-wording'

/** What happened alike is told in one clause, in the order of the first of each. */
export function merged(told: readonly GroupWording[]): GroupWording[][] {
  const clauses = new Map<string, GroupWording[]>()
  for (const [index, one] of told.entries()) {
    const key = clauseKey(one) ?? String(index)
    clauses.set(key, [...(clauses.get(key) ?? []), one])
  }
  return withNearLast([...clauses.values()])
}

/** Groups of one key share a clause. Null for one that is alone. */
function clauseKey(told: GroupWording): string | null {
  const { kind } = told.group
  if (kind === 'replaced' || kind === 'view' || told.isElliptic) {
    return null
  }
  if (isListed(told)) {
    return JSON.stringify([told.verb.one, 'listed'])
  }
  return isPair(told) ? null : JSON.stringify([told.verb.one, commonSetting(told)])
}

/**
 * Things next to another one end the list of their verb, if they are the only ones: "a car appeared next to a bus and a
 * dog on the left" could be next to both.
 */
function withNearLast(clauses: readonly GroupWording[][]): GroupWording[][] {
  const result: GroupWording[][] = []
  for (const clause of clauses) {
    const index = result.findIndex(([other]) => other.verb.one === clause[0].verb.one)
    const other = result.at(index)
    if (index === -1 || other === undefined) {
      result.push(clause)
    } else if (isNearEnd(clause) && other.every(isListed)) {
      result[index] = [...other, ...clause]
    } else if (isNearEnd(other) && clause.every(isListed)) {
      result[index] = [...clause, ...other]
    } else {
      result.push(clause)
    }
  }
  return result
}

function isNearEnd([told]: readonly GroupWording[]): boolean {
  const [setting] = told.settings
  return isNear(setting) && canBeListed(setting) && !isScattered(told) && clauseKey(told) !== null
}

/** "a cow moved up and a dog from the left to the right" is no list. */
function isDirection({ group }: GroupWording): boolean {
  return (
    group.kind === 'moved' && group.facts.some(({ from, place }) => from !== null && isShortMove(from, place))
  )
}

function isListed(told: GroupWording): boolean {
  const isPlaced = isPair(told) || (!isScattered(told) && canBeListed(told.settings[0]))
  return isPlaced && !isDirection(told) && !told.settings.some(isNear)
}
