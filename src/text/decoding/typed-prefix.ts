import { piecesOf } from '../bpe/vocabulary'
import type { Tokenizer } from '../bpe/tokenizer'
import { toUtf8 } from '../bpe/utf8'
import type { DecodingOptions } from './decoder'

/**
 * Options that make every result begin with a text that somebody is typing. Its last word may go on ("the red cu"
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

/** Whether a token carries on the word before it: no blank, mark or symbol at its front. */
export function continuesWord(tokenizer: Tokenizer): (id: number) => boolean {
  return (id) => {
    const piece = tokenizer.piece(id)
    return piece !== '' && !/^[\s\p{P}\p{S}]/u.test(piece)
  }
}
