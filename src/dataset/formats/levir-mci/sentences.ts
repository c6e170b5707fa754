/** Most words that the loader has room for: 41 places, two of them for START and END. */
export const MOST_WORDS = 39

/** As many as each pair of LEVIR-CC has. */
export const SENTENCE_COUNT = 5

/** Captions of pairs without change in LEVIR-CC. Source: the captions of LEVIR-CC (Chen-Yang-Liu/RSICC). */
export const NO_CHANGE_SENTENCES: readonly string[] = [
  'there is no difference .',
  'the two scenes seem identical .',
  'the scene is the same as before .',
  'no change has occurred .',
  'almost nothing has changed .',
]

export interface LevirSentence {
  raw: string
  tokens: string[]
}

/**
 * Lower case, because the loader does not change case and builds its vocabulary from `raw`. Null if only punctuation
 * is left or the loader has no room.
 * Source: Chen-Yang-Liu/Change-Agent, Multi_change/preprocess_data.py, `tokenize`.
 */
export function toSentence(text: string): LevirSentence | null {
  if (!isSentence(text)) {
    return null
  }
  const raw = text.toLowerCase().replace(/\s+/g, ' ').trim()
  return { raw, tokens: tokensOf(raw) }
}

/** Whether `toSentence` makes one of it. */
export function isSentence(text: string): boolean {
  const count = tokenCount(text.replace(/[^\S ]/g, ' '))
  return count > 0 && count <= MOST_WORDS
}

/** Like the split of CLEVR-Change's loader (Seth-Park/RobustChangeCaptioning, scripts/preprocess_captions.py). */
export function tokensOf(text: string): string[] {
  return text
    .replace(/[;,]/g, ' $&')
    .replace(/[?.]/g, '')
    .split(' ')
    .filter((token) => token !== '')
}

/** The number of `tokensOf`, several times as fast: a preview counts those of all captions. */
export function tokenCount(text: string): number {
  let count = 0
  let isInToken = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === ' ') {
      isInToken = false
    } else if (character === ';' || character === ',') {
      count += 1
      isInToken = true
    } else if (!isInToken && character !== '?' && character !== '.') {
      count += 1
      isInToken = true
    }
  }
  return count
}

export function isNoChange({ tokens }: LevirSentence): boolean {
  const words = tokens.join(' ')
  return NO_CHANGE_SENTENCES.some((sentence) => sentence === `${words} .`)
}
