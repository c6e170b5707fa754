// Captions in the manner of LEVIR-CC.

import { createPhraseBuilder } from '../blocks/language/phrase'
import type { SyntheticCaption } from '../pair'
import type { Random } from '../random'
import { TEMPLATES, NOTHING, BY_WORDS, COUNT_WORDS } from './templates'
import type { Place, AerialChange } from './templates'

const TEMPLATE_TRIES = 60

export function describeAerial(changes: readonly AerialChange[], random: Random): SyntheticCaption[] | null {
  const wanted = random.integer(5, 9)
  const found = new Map<string, SyntheticCaption>()
  for (let attempt = 0; attempt < TEMPLATE_TRIES && found.size < wanted; attempt++) {
    const caption = describeOnce(changes, random)
    found.set(caption.text, caption)
  }
  return found.size < 5 ? null : [...found.values()]
}

function describeOnce(changes: readonly AerialChange[], random: Random): SyntheticCaption {
  const out = createPhraseBuilder()
  if (changes.length === 0) {
    writeClause(random.pick(NOTHING), [], (part) => out.add(part), out)
  }
  const order = random.shuffle(changes.map((_, i) => i))
  for (const [n, i] of order.entries()) {
    if (n > 0) {
      out.add('and')
    }
    const change = changes[i]
    const at = change.place !== null && random.chance(0.7) ? change.place : null
    const usable = (TEMPLATES[`${change.category} ${change.action}`] ?? []).filter(
      (template) => change.alongRoad || !template.includes('BY'),
    )
    writeClause(random.pick(usable), [i], (part) => writeSlot(out, part, change, at, random), out)
  }
  return out.finish()
}

function writeSlot(
  out: ReturnType<typeof createPhraseBuilder>,
  part: string,
  change: AerialChange,
  at: Place | null,
  random: Random,
): void {
  const plural = change.count > 1
  switch (part) {
    case 'NOUN':
      return out.add(countNoun(change.count, random))
    case 'IS':
      return out.add(plural ? 'are' : 'is')
    case 'HAS':
      return out.add(plural ? 'have' : 'has')
    case 'AT':
      return at === null ? undefined : out.add(at)
    case 'BY':
      return out.add(random.pick(BY_WORDS))
    default:
      return out.add(part)
  }
}

/** What stands before the verb is the subject, and a noun phrase; both point at the change's region. */
function writeClause(
  template: string,
  regions: readonly number[],
  say: (part: string) => void,
  out: ReturnType<typeof createPhraseBuilder>,
): void {
  const [head, verb, tail] = template
    .split(/[<>]/)
    .map((text) => text.split(' ').filter((part) => part !== ''))
  out.span('subject', regions, () => out.span('noun', regions, () => head.forEach(say)))
  out.span('verb', [], () => verb.forEach(say))
  tail.forEach(say)
}

function countNoun(count: number, random: Random): string {
  if (count === 1) {
    return random.pick(['a house', 'a building', 'a new building', 'one house'])
  }
  const noun = random.pick(['houses', 'buildings'])
  const numbers = [...COUNT_WORDS].filter(([, [least, most]]) => count >= least && count <= most)
  return `${random.pick(numbers)[0]} ${noun}`
}
