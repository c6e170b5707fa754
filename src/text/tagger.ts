import model from 'wink-eng-lite-web-model'
import winkNLP from 'wink-nlp'

/** Parts of speech of the Universal Dependencies, as far as phrases need them. */
export interface TaggedWord {
  text: string
  /** Of the caption, in UTF-16 units: from, and up to. */
  start: number
  end: number
  tag: string
}

let tagger: ReturnType<typeof winkNLP> | null = null
/** Made when it is first needed: most processes never tag a word, and it takes a tenth of a second. */
function readTagger(): ReturnType<typeof winkNLP> {
  tagger ??= winkNLP(model, ['sbd', 'pos'])
  return tagger
}

/** First words that make a caption an instruction ("increase the brightness"). The tagger takes many for nouns. */
const instructions: ReadonlySet<string> = new Set(
  (
    'add adjust apply blur bold brighten bring change clean clear color colour combine convert correct create crop ' +
    'cut darken decrease delete distort draw edit enhance enlarge erase expand extend fade fill fix flip focus grayscale ' +
    'highlight improve increase insert invert lighten lower make merge mirror move paint paste photoshop pixelate place position put reduce remove ' +
    'replace resize restore rotate saturate sharpen shift show shrink smooth soften straighten swap take tint tone turn ' +
    'zoom'
  ).split(' '),
)

/** Words with their tags, after corrections for what captions do and the tagger does not expect. */
export function tagWords(caption: string): TaggedWord[] {
  // Capitals at the beginning are read as names.
  const nlp = readTagger()
  const tokens = nlp.readDoc(lowerCase(caption)).tokens()
  // oxlint-disable-next-line typescript/unbound-method -- the accessors are plain functions
  const { value, pos } = nlp.its
  const values: string[] = tokens.out(value)
  const tags: string[] = tokens.out(pos)
  const words = locate(caption, values, tags)
  correctInstruction(words)
  for (const [index, word] of words.entries()) {
    if (namesImage(words, index)) {
      word.tag = 'ADJ'
    } else if (/^shows?$/i.test(word.text) && words.at(index + 1)?.text.toLowerCase() === 'up') {
      word.tag = 'VERB'
    } else if (word.tag === 'VERB' && endsNounPhrase(words, index)) {
      word.tag = 'NOUN'
    }
  }
  return words
}

/** As long as the caption: a letter whose lower case has another length ("İ") is kept. */
function lowerCase(caption: string): string {
  return Array.from(caption, (letter) => {
    const lower = letter.toLowerCase()
    return lower.length === letter.length ? lower : letter
  }).join('')
}

function locate(caption: string, values: readonly string[], tags: readonly string[]): TaggedWord[] {
  const text = lowerCase(caption)
  let cursor = 0
  return values.map((value, index) => {
    const start = Math.max(cursor, text.indexOf(value, cursor))
    cursor = start + value.length
    return { text: caption.slice(start, cursor), start, end: cursor, tag: tags[index] }
  })
}

function correctInstruction(words: readonly TaggedWord[]): void {
  const [first, second] = words
  const isInstruction =
    second !== undefined &&
    instructions.has(first.text.toLowerCase()) &&
    ['DET', 'PRON', 'ADJ', 'NOUN', 'PROPN', 'NUM', 'ADV'].includes(second.tag)
  if (isInstruction && !words.some((word) => word.tag === 'AUX')) {
    first.tag = 'VERB'
  }
}

/** "the after image": between a determiner and a noun, not a preposition. */
function namesImage(words: readonly TaggedWord[], index: number): boolean {
  const isName = /^(?:after|before)$/i.test(words[index].text)
  return isName && words.at(index + 1)?.tag === 'NOUN' && index > 0 && words[index - 1].tag === 'DET'
}

/** "the left", "the back ground": a verb that only a determiner leads to, and no noun follows. */
function endsNounPhrase(words: readonly TaggedWord[], index: number): boolean {
  const next = words.at(index + 1)?.tag
  if (next === 'NOUN' || next === 'PROPN' || next === 'ADJ') {
    return false
  }
  let before = index - 1
  while (before >= 0 && (words[before].tag === 'ADJ' || words[before].tag === 'ADV')) {
    before--
  }
  return before >= 0 && words[before].tag === 'DET'
}
