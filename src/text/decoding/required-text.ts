import { piecesOf, toUtf8 } from '../bpe/vocabulary'
import type { Tokenizer } from '../bpe/tokenizer'
import type { DecodingOptions } from './decoder'

/** The missing part of a sequence. */
interface Missing {
  /** Greatest number of tokens until every word has occurred; 0 if all have. */
  need: number
  /** Tokens that reduce it. */
  advancing: ReadonlySet<number>
}

/** Words, each as its tokens, that must all occur in a sequence. */
export class RequiredWords {
  private readonly words: readonly (readonly number[])[]

  /** `continues`: tokens that continue the word before them, so that "red" does not occur in "reddish". */
  constructor(
    words: readonly (readonly number[])[],
    private readonly continues: (id: number) => boolean = () => false,
  ) {
    const distinct = new Map(words.map((word) => [word.join(), word]))
    this.words = [...distinct.values()].filter((word) => word.length > 0)
  }

  get tokens(): number {
    return this.words.reduce((sum, word) => sum + word.length, 0)
  }

  missing(ids: readonly number[]): Missing {
    const advancing = new Set<number>()
    let [need, begun] = [0, 0]
    for (const word of this.words) {
      if (this.occurs(word, ids)) {
        continue
      }
      need += word.length
      for (let length = 0; length < word.length; length++) {
        if (length > ids.length || !endsWith(ids, word, length)) {
          continue
        }
        advancing.add(word[length])
        begun = Math.max(begun, length)
      }
    }
    return { need: need - begun, advancing }
  }

  private occurs(word: readonly number[], ids: readonly number[]): boolean {
    for (let from = 0; from + word.length <= ids.length; from++) {
      const after = ids.at(from + word.length)
      const isWhole = after === undefined || !this.continues(after)
      if (isWhole && word.every((id, index) => ids[from + index] === id)) {
        return true
      }
    }
    return false
  }
}

/** Whether `ids` ends with the first `length` of `word`. */
function endsWith(ids: readonly number[], word: readonly number[], length: number): boolean {
  for (let index = 0; index < length; index++) {
    if (ids[ids.length - length + index] !== word[index]) {
      return false
    }
  }
  return true
}

/**
 * Options that make every result begin with a text that is being typed. Its last word may continue ("the red cu"
 * becomes "the red cube"), so that word is no forced token: the tokens that spell it or run beyond it are allowed.
 */
export function typedPrefix(
  tokenizer: Tokenizer,
  text: string,
): Required<Pick<DecodingOptions, 'prefix' | 'allowed'>> {
  const pieces = piecesOf(text)
  const open = toUtf8(pieces.pop() ?? '')
  const prefix = pieces.flatMap((piece) => tokenizer.encodePiece(piece))
  const vocabulary = Array.from({ length: tokenizer.size }, (_, id) => tokenizer.bytesOf(id))
  return {
    prefix,
    allowed: (ids) => {
      const decoded = ids.slice(prefix.length).flatMap((id) => tokenizer.bytesOf(id))
      const rest = open.slice(decoded.length)
      if (rest.length === 0) {
        return undefined
      }
      return [...vocabulary.keys()].filter((id) => agrees(vocabulary[id], rest))
    },
  }
}

/** Whether one begins with the other. */
function agrees(token: readonly number[], rest: readonly number[]): boolean {
  return token.length > 0 && token.every((byte, index) => index >= rest.length || byte === rest[index])
}

/** Whether a token continues the word before it: no blank, mark or symbol at its front. */
export function continuesWord(tokenizer: Tokenizer): (id: number) => boolean {
  return (id) => {
    const piece = tokenizer.piece(id)
    return piece !== '' && !/^[\s\p{P}\p{S}]/u.test(piece)
  }
}
