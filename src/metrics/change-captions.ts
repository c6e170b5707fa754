import { statesNoChange } from './no-change'

/**
 * Change detection by caption: what a caption claims (nothing changed, or which type of change), compared with
 * the truth. The types are those of CLEVR-Change (Seth-Park/RobustChangeCaptioning).
 */

export type ChangeType = 'color' | 'material' | 'add' | 'drop' | 'move' | 'no change'

/** The five sentences by which LEVIR-CC and its evaluators say that nothing changed (exact, lower case). */
export const LEVIR_NO_CHANGE_SENTENCES: ReadonlySet<string> = new Set([
  'the scene is the same as before',
  'there is no difference',
  'the two scenes seem identical',
  'no change has occurred',
  'almost nothing has changed',
])

/** In the order in which they decide: "changed its location" is a move before it is anything else. */
const TYPE_WORDS: readonly (readonly [ChangeType, RegExp])[] = [
  [
    'move',
    /\bmov(?:ed|es|ing)\b|\b(?:location|position|place)\b|\bshifted\b|\b(?:is|are) now (?:(?:to|on) the (?:left|right)|left|right|in front|behind)\b/,
  ],
  [
    'drop',
    /\b(?:missing|gone|removed|disappear\w*|vanished|no longer|absent|taken away|took .+ away|left the)\b/,
  ],
  ['add', /\b(?:added|adding|newly|new|appear\w*|placed|put an?|built|constructed|now (?:a|an|there))\b/],
  ['material', /\b(?:material|texture)\b/],
  ['color', /\bcolou?r\w*\b|\b(?:turned|became|become|changed to|recolou?red|painted)\b/],
]

/** Words right after these, not those of a landmark, say what a thing is now. */
const turned = String.raw`\b(?:turned(?: into)?|became|become|changed(?: its \w+| (?:the )?\w+)?(?: from (?:\w+ ){1,2})?(?: ?to| into)|(?<!there )(?:is|are) now|was made(?: of)?|made of|replaced (?:by|with))(?: an?)?(?: (?:dark|light|bright|pale|all))?`
const COLORS =
  '(?:gr[ae]y|red|blue|green|brown|purple|cyan|yellow|black|white|orange|pink|violet|turquoise|beige|gold(?:en)?|silver)'
const turnedColor = new RegExp(String.raw`${turned} ${COLORS}\b|\bpainted\b.*\b${COLORS}\b`)
const turnedMaterial = new RegExp(String.raw`${turned} (?:metal\w*|rubber|matte|shiny)\b`)

/** Undefined where no rule knows. */
export function changeType(caption: string): ChangeType | undefined {
  const text = caption.toLowerCase()
  if (statesNoChange(text)) {
    return 'no change'
  }
  if (turnedColor.test(text)) {
    return 'color'
  }
  if (turnedMaterial.test(text)) {
    return 'material'
  }
  return TYPE_WORDS.find(([, words]) => words.test(text))?.[0]
}

export interface ChangeDetection {
  /** Items where something changed, and where nothing did. */
  changed: number
  unchanged: number
  /** Share of each that the captions say so of; NaN where there is none. */
  changeAccuracy: number
  noChangeAccuracy: number
  accuracy: number
}

/** Two lists over the same items: what is so, and what the captions claim. */
export function changeDetection(isChanged: readonly boolean[], claimed: readonly boolean[]): ChangeDetection {
  const counts = { changed: 0, unchanged: 0, changedRight: 0, unchangedRight: 0 }
  for (const [item, changed] of isChanged.entries()) {
    const right = claimed[item] === changed ? 1 : 0
    if (changed) {
      counts.changed++
      counts.changedRight += right
    } else {
      counts.unchanged++
      counts.unchangedRight += right
    }
  }
  return {
    changed: counts.changed,
    unchanged: counts.unchanged,
    changeAccuracy: counts.changedRight / counts.changed,
    noChangeAccuracy: counts.unchangedRight / counts.unchanged,
    accuracy: (counts.changedRight + counts.unchangedRight) / isChanged.length,
  }
}

export interface ChangeTypeAccuracy {
  /** Items whose true type is known. */
  items: number
  accuracy: number
  /** Per true type. A caption of no known type is wrong. */
  byType: Map<ChangeType, { items: number; accuracy: number }>
}

export function changeTypeAccuracy(
  truth: readonly (ChangeType | undefined)[],
  hypotheses: readonly string[],
): ChangeTypeAccuracy {
  const counts = new Map<ChangeType, { items: number; right: number }>()
  for (const [item, type] of truth.entries()) {
    if (type) {
      const count = counts.get(type) ?? { items: 0, right: 0 }
      count.items++
      count.right += changeType(hypotheses[item]) === type ? 1 : 0
      counts.set(type, count)
    }
  }
  let items = 0
  let right = 0
  for (const count of counts.values()) {
    items += count.items
    right += count.right
  }
  return {
    items,
    accuracy: right / items,
    byType: new Map(
      [...counts].map(([type, count]) => [type, { items: count.items, accuracy: count.right / count.items }]),
    ),
  }
}
