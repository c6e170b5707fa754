// Builds a caption word by word with its spans.

import type { Random } from '../../random'
import type { CaptionSpan, SyntheticCaption } from '../../pair'
import type { Attributes, Reference, Relation } from './reference'
import { COLOR_WORDS, EXTREME_WORDS, MATERIAL_WORDS, NOUN_WORDS, RELATION_WORDS, SIZE_WORDS } from './words'

export interface PhraseBuilder {
  /** Appends a word or words after a space; a comma takes none. */
  add(words: string): void
  /** Runs `body` and lays a span over what it added. */
  span(kind: CaptionSpan['kind'], regions: readonly number[], body: () => void): void
  finish(): SyntheticCaption
}

export function createPhraseBuilder(): PhraseBuilder {
  let text = ''
  const spans: CaptionSpan[] = []
  return {
    add(words) {
      text += text === '' || words === ',' ? words : ` ${words}`
    },
    span(kind, regions, body) {
      const before = text.length
      body()
      const start = before === 0 ? 0 : before + 1
      if (text.length > start) {
        spans.push({ kind, start, end: text.length, regions })
      }
    },
    finish() {
      return { text, spans: spans.sort((a, b) => a.start - b.start || b.end - a.end) }
    },
  }
}

/** The commonest word most of the time, else any of the list. */
export function chooseWord(list: readonly string[], random: Random): string {
  return random.chance(0.55) ? list[0] : random.pick(list)
}

/** "small red metal sphere". */
function addAttributes(out: PhraseBuilder, attributes: Attributes, random: Random): void {
  if (attributes.size !== null) {
    out.add(chooseWord(SIZE_WORDS[attributes.size], random))
  }
  if (attributes.color !== null) {
    out.add(chooseWord(COLOR_WORDS[attributes.color], random))
  }
  if (attributes.material !== null) {
    out.add(chooseWord(MATERIAL_WORDS[attributes.material], random))
  }
  out.add(chooseWord(NOUN_WORDS[attributes.noun], random))
}

/** "left of the big cube"; `clause` allows "that is left of ...", which cannot follow a verb. */
export function addRelation(out: PhraseBuilder, relation: Relation, clause: boolean, random: Random): void {
  const words = RELATION_WORDS[relation.direction].filter((word) => clause || !word.startsWith('that'))
  out.add(chooseWord(words, random))
  out.span('noun', [], () => {
    out.add('the')
    addAttributes(out, relation.anchor, random)
  })
}

/** "the leftmost red cube left of the ball": a subject with its head noun phrase inside. */
export function addDefinite(out: PhraseBuilder, reference: Reference, region: number, random: Random): void {
  out.span('subject', [region], () => {
    out.span('noun', [region], () => {
      out.add('the')
      if (reference.extreme !== null) {
        out.add(chooseWord(EXTREME_WORDS[reference.extreme], random))
      }
      addAttributes(out, reference, random)
    })
    if (reference.relation !== null) {
      addRelation(out, reference.relation, true, random)
    }
  })
}

/** "a new red cube". */
export function addIndefinite(
  out: PhraseBuilder,
  reference: Reference,
  region: number,
  random: Random,
): void {
  out.span('subject', [region], () => {
    out.span('noun', [region], () => {
      const words = createPhraseBuilder()
      if (random.chance(0.3)) {
        words.add('new')
      }
      addAttributes(words, reference, random)
      const { text } = words.finish()
      out.add(/^[aeiou]/.test(text) ? 'an' : 'a')
      out.add(text)
    })
  })
}
