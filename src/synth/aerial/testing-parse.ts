import { PLACES, TEMPLATES, NOTHING, BY_WORDS, COUNT_WORDS } from './describe'
import type { Place, AerialChange, Key } from './describe'

/** Statement of a clause; null for open parts. */
interface AerialStatement {
  readonly category: AerialChange['category']
  readonly action: AerialChange['action']
  /** Least and most number of buildings that its words allow. */
  readonly least: number | null
  readonly most: number | null
  readonly place: Place | null
  readonly alongRoad: boolean
}

const SLOTS: Readonly<Record<string, string>> = {
  NOUN: `(?<noun>a house|a building|a new building|one house|(?<number>${[...COUNT_WORDS.keys()].join('|')}) (?:houses|buildings))`,
  IS: '(?:is|are)',
  HAS: '(?:has|have)',
  AT: `(?<at>${PLACES.join('|')})?`,
  BY: `(?<by>${BY_WORDS.join('|')})`,
}

const PATTERNS = (Object.entries(TEMPLATES) as [Key, readonly string[]][]).flatMap(([key, templates]) =>
  templates.map((template) => {
    const parts = template.split(' ').filter((part) => part !== '<' && part !== '>')
    return { key, pattern: new RegExp(`^${parts.map((part) => SLOTS[part] ?? part).join(' ?')}$`) }
  }),
)

const NOTHING_TEXTS = new Set(NOTHING.map((template) => template.replaceAll(/[<>] ?/g, '').trim()))

/** Statements of a caption; empty for one that states no change; null if it cannot be parsed. */
export function parseAerial(text: string): AerialStatement[] | null {
  if (NOTHING_TEXTS.has(text)) {
    return []
  }
  const statements = text.split(' and ').map(parseClause)
  return statements.includes(null) ? null : (statements as AerialStatement[])
}

function parseClause(text: string): AerialStatement | null {
  for (const { key, pattern } of PATTERNS) {
    const groups = pattern.exec(text)?.groups
    if (groups === undefined && !pattern.test(text)) {
      continue
    }
    const [category, action] = key.split(' ') as [AerialChange['category'], AerialChange['action']]
    const counted = COUNT_WORDS.get(groups?.number ?? '')
    const single = groups?.noun !== undefined && counted === undefined
    return {
      category,
      action,
      least: single ? 1 : (counted?.[0] ?? null),
      most: single ? 1 : (counted?.[1] ?? null),
      place: (groups?.at as Place | undefined) ?? null,
      alongRoad: groups?.by !== undefined,
    }
  }
  return null
}

/** Whether the statements contain each change once, truly. */
export function checkAerialStatements(
  changes: readonly AerialChange[],
  statements: readonly AerialStatement[],
): boolean {
  const left = new Set(changes)
  for (const statement of statements) {
    const change = [...left].find(
      (each) =>
        each.category === statement.category &&
        each.action === statement.action &&
        each.count >= (statement.least ?? 0) &&
        each.count <= (statement.most ?? 99) &&
        (statement.place === null || statement.place === each.place) &&
        (each.alongRoad || !statement.alongRoad),
    )
    if (change === undefined) {
      return false
    }
    left.delete(change)
  }
  return left.size === 0
}
