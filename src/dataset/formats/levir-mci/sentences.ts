/** Most words that the loader has room for: 41 places, two of them for START and END. */
const MAX_TOKENS = 39

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
  const raw = text.toLowerCase().replace(/\s+/g, ' ').trim()
  const tokens = tokensOf(raw)
  return tokens.length > 0 && tokens.length <= MAX_TOKENS ? { raw, tokens } : null
}

/** Like the split of CLEVR-Change's loader (Seth-Park/RobustChangeCaptioning, scripts/preprocess_captions.py). */
export function tokensOf(text: string): string[] {
  return text
    .replace(/[;,]/g, ' $&')
    .replace(/[?.]/g, '')
    .split(' ')
    .filter((token) => token !== '')
}

export function isNoChange({ tokens }: LevirSentence): boolean {
  const words = tokens.join(' ')
  return NO_CHANGE_SENTENCES.some((sentence) => sentence === `${words} .`)
}
