import { JsonError } from './problems'

interface Entry {
  /** Of the list or object that holds it: `''` at the top, else its key at the top. */
  list: string
  /** Index or key. */
  name: string | number
  offset: number
}

export class JsonText {
  readonly value: unknown
  private index: Entry[] | null = null
  private offsetOf: Map<string, number> | null = null
  private newlines: number[] | null = null

  private readonly text: string

  /** @param takesNan whether `NaN` may stand for a number: it becomes a text. @throws JsonError */
  constructor(text: string, takesNan = false) {
    this.text = takesNan && /NaN|Infinity/.test(text) ? quoteNan(text) : text
    try {
      this.value = JSON.parse(this.text) as unknown
    } catch {
      scan(this.text, () => {})
      throw new JsonError('it cannot be read', text, 0)
    }
  }

  /**
   * The line of an entry of the top (`list` is `''`) or of a list or object that stands at the top under a key.
   * The text is searched once, when first asked.
   */
  lineOf(list: string, name: string | number): number {
    const offset = this.offsets().get(idOf(list, name))
    return offset === undefined ? 1 : this.lineAt(offset)
  }

  /** Keys at the top that stand there more than once, of which all but the last are lost. */
  duplicateKeys(): { key: string; line: number }[] {
    const seen = new Set<string | number>()
    return this.entries().flatMap(({ list, name, offset }) => {
      if (list !== '' || typeof name !== 'string') {
        return []
      }
      const isKnown = seen.has(name)
      seen.add(name)
      return isKnown ? [{ key: name, line: this.lineAt(offset) }] : []
    })
  }

  private offsets(): ReadonlyMap<string, number> {
    this.offsetOf ??= new Map(this.entries().map(({ list, name, offset }) => [idOf(list, name), offset]))
    return this.offsetOf
  }

  private entries(): Entry[] {
    if (this.index === null) {
      const found: Entry[] = []
      scan(this.text, (entry) => found.push(entry))
      this.index = found
    }
    return this.index
  }

  private lineAt(offset: number): number {
    if (this.newlines === null) {
      const newlines: number[] = []
      for (let at = this.text.indexOf('\n'); at !== -1; at = this.text.indexOf('\n', at + 1)) {
        newlines.push(at)
      }
      this.newlines = newlines
    }
    let [low, high] = [0, this.newlines.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.newlines[middle] < offset) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low + 1
  }
}

function idOf(list: string, name: string | number): string {
  return `${typeof name} ${name} ${list}`
}

interface Level {
  isList: boolean
  /** Of this list or object, where it stands at the top or under a key of the top. */
  list: string | null
  index: number
  key: string
}

const SPACE = /[ \t\n\r]*/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** One pass without recursion, as depth is up to whoever wrote the text. @throws JsonError */
// oxlint-disable-next-line max-lines-per-function -- one pass over the text, whose steps share their place in it
function scan(text: string, visit: (entry: Entry) => void): void {
  const levels: Level[] = []
  let at = skip(SPACE, text, 0)
  for (;;) {
    at = beginValue()
    // a value has ended: commas and closing brackets follow, or the end of the text
    for (;;) {
      at = skip(SPACE, text, at)
      const level = levels.at(-1)
      if (level === undefined) {
        if (at < text.length) {
          throw new JsonError('there is more after the end', text, at)
        }
        return
      }
      const close = level.isList ? ']' : '}'
      if (text[at] === close) {
        levels.pop()
        at += 1
      } else if (text[at] === ',') {
        at = skip(SPACE, text, at + 1)
        level.index += 1
        at = level.isList ? at : readKey(level)
        break
      } else {
        throw new JsonError(
          at >= text.length ? 'the text ends early' : `"," or "${close}" is missing`,
          text,
          at,
        )
      }
    }
  }

  /** Reads a scalar whole, or opens lists and objects down to the first value that is none. */
  function beginValue(): number {
    for (;;) {
      const parent = levels.at(-1)
      if (parent !== undefined && parent.list !== null) {
        visit({ list: parent.list, name: parent.isList ? parent.index : parent.key, offset: at })
      }
      const character = text[at]
      if (character !== '[' && character !== '{') {
        const end = character === '"' ? stringEnd(text, at) : skip(SCALAR, text, at)
        if (end === at) {
          throw new JsonError(describe(text, at), text, at)
        }
        return end
      }
      const isList = character === '['
      at = skip(SPACE, text, at + 1)
      if (text[at] === (isList ? ']' : '}')) {
        return at + 1
      }
      const level = { isList, list: nameOf(parent), index: 0, key: '' }
      levels.push(level)
      at = isList ? at : readKey(level)
    }
  }

  function nameOf(parent: Level | undefined): string | null {
    if (parent === undefined) {
      return ''
    }
    return levels.length === 1 && !parent.isList ? parent.key : null
  }

  function readKey(level: Level): number {
    const end = stringEnd(text, at)
    if (end === at) {
      throw new JsonError(at >= text.length ? 'the text ends early' : 'a key in quotes is missing', text, at)
    }
    level.key = JSON.parse(text.slice(at, end)) as string
    const colon = skip(SPACE, text, end)
    if (text[colon] !== ':') {
      throw new JsonError('":" is missing', text, colon)
    }
    return skip(SPACE, text, colon + 1)
  }
}

/** The offset after a text in quotes; `at` where none begins there or it is not closed. */
function stringEnd(text: string, at: number): number {
  if (text[at] !== '"') {
    return at
  }
  for (let index = at + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) {
      return index + 1
    }
    if (code < FIRST_PRINTABLE) {
      return at
    }
    if (code === BACKSLASH) {
      ESCAPE.lastIndex = index
      if (!ESCAPE.test(text)) {
        return at
      }
      index = ESCAPE.lastIndex - 1
    }
  }
  return at
}

const QUOTE = 34
const BACKSLASH = 92
const FIRST_PRINTABLE = 32
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

function describe(text: string, at: number): string {
  if (at >= text.length) {
    return 'the text ends early'
  }
  const word = /^(?:-?Infinity|NaN|undefined|None|True|False|nan)/.exec(text.slice(at, at + 12))?.[0]
  if (word !== undefined) {
    return `${word} is no JSON value`
  }
  return text[at] === '"'
    ? 'a text is not closed or has a character that must be escaped'
    : 'no value begins here'
}

/** Texts, which stay, and the numbers that Python writes and JSON does not have. */
const NOT_A_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\b(?:NaN|Infinity)\b/g

/**
 * A JSON text in which `NaN` and `Infinity` are texts: no schema of a number takes them, and the entries beside them are
 * read. Lines stay the same.
 */
function quoteNan(text: string): string {
  return text.replace(NOT_A_NUMBER, (word) => (word[0] === '"' ? word : `"${word}"`))
}
