import { message } from '../../messages/message'
import type { Message } from '../../messages/message'
import type { CountedPair } from '../export/export-pair'

/** Chinese and Japanese letters that stand together: more than a word. */
const RUN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{5}/u

/** For loaders that take what stands between blanks for a word: captions of which they make one word or two. */
export function unsegmentedNotice(pairs: readonly CountedPair[]): Message[] {
  const count = pairs.reduce((sum, { content, captionCount }) => {
    return sum + content.captions.slice(0, captionCount).filter(({ text }) => RUN.test(text)).length
  }, 0)
  return count === 0 ? [] : [message('exports.unsegmentedCaptions', { count })]
}
