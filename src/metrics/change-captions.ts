/**
 * Change detection by caption: what a caption claims (nothing changed, or which type of change), compared with
 * the truth. The types are those of CLEVR-Change (Seth-Park/RobustChangeCaptioning).
 */

export type ChangeType = 'color' | 'material' | 'add' | 'drop' | 'move' | 'no change'

/** The five sentences by which LEVIR-CC and its evaluators say that nothing changed (exact, lower case). */
export const levirNoChangeSentences: ReadonlySet<string> = new Set([
  'the scene is the same as before',
  'there is no difference',
  'the two scenes seem identical',
  'no change has occurred',
  'almost nothing has changed',
])

/** "Nothing else changed" and "everything else is the same" say that something did. */
const plain = String.raw`(?!(?:else|other|otherwise|further|additional|more|but|except)\b)`
const whole = String.raw`(?<!\b(?:not|else|rest) )`

const sameFrames = String.raw`(?:(?:the|both|these|two|all) )*(?:images?|pictures?|photos?|frames?|scenes?|views?|they|both|it)`
const seen = String.raw`(?:found|detected|visible|seen|present|observed)`

/** Captions that say so with all their words: what follows a comma or "but" may tell of a change. */
const wholly = new RegExp(
  [
    String.raw`(?:still |all |everything )*(?:unchanged|identical)(?: (?:images?|pictures?|frames?|scenes?))?`,
    String.raw`(?:(?:still|all|exactly|looks?) )*(?:the )?same(?: as (?:before|earlier|previously))?`,
    String.raw`${sameFrames} (?:is|are|looks?|seems?|remains?|stays?) (?:(?:exactly|both|all|still) )*the same`,
    String.raw`nothing(?: new)?`,
    String.raw`(?:there (?:is|are) )?no (?:${plain}\w+ )?(?:defects?|lesions?|damages?|anomal(?:y|ies))(?: (?:(?:is|are|was|were) )?${seen})?`,
    String.raw`(?:there (?:is|are) )?no new (?:\w+ )?\w+(?: (?:(?:is|are|was|were) )?${seen})?`,
  ]
    .map((form) => `^${form}$`)
    .join('|'),
)

const noChange = new RegExp(
  [
    String.raw`\b(?:no|not any|without(?: any)?) (?:${plain}\w+ ){0,2}(?:changes?|differen(?:ces?|ts?))\b`,
    String.raw`\bnothing ${plain}(?:\w+ ){0,4}(?:changed|different|happened)\b`,
    String.raw`${whole}\b(?:seems?|looks?|appears?|are|is|be|remains?|stays?) (?:${plain}\w+ )?(?:identical|unchanged)\b`,
    String.raw`${whole}\b(?:seems?|looks?|are|is|be|remains?|stays?) (?:exactly )?the same(?= as | in both|$)`,
    String.raw`\b(?:has|have|did)(?: not|n't) change`,
  ].join('|'),
)

/** In the order in which they decide: "changed its location" is a move before it is anything else. */
const typeWords: readonly (readonly [ChangeType, RegExp])[] = [
  ['move', /\bmov(?:ed|es|ing)\b|\b(?:location|position|place)\b|\bshifted\b/],
  ['drop', /\b(?:missing|gone|removed|disappear\w*|vanished|no longer|absent|taken away|left the)\b/],
  ['add', /\b(?:added|adding|newly|new|appear\w*|placed|built|constructed|now (?:a|an|there))\b/],
  ['material', /\b(?:material|metal\w*|rubber|matte|shiny|texture)\b/],
  ['color', /\bcolou?r\w*\b|\b(?:turned|became|become|changed to|recolou?red|painted)\b/],
]

/** Whether the caption says that nothing changed. A rule over English phrases, stated in docs/metrics.md. */
export function saysNoChange(caption: string): boolean {
  const text = caption.toLowerCase()
  return noChange.test(text) || wholly.test(text.replace(/^[\s"']+|[\s.!"']+$/g, ''))
}

/** Undefined where no rule knows. A caption that turns something metal or rubber is about its material. */
export function changeType(caption: string): ChangeType | undefined {
  const text = caption.toLowerCase()
  if (saysNoChange(text)) {
    return 'no change'
  }
  const turned = /\b(?:turned|became|become|changed|was made|made of)\b.*$/.exec(text)?.[0] ?? ''
  if (/\b(?:metal\w*|rubber|matte|shiny)\b/.test(turned) && !/\b(?:location|position)\b/.test(turned)) {
    return 'material'
  }
  return typeWords.find(([, words]) => words.test(text))?.[0]
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
