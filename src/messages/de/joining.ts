import type { MessagesOf } from '../catalogue'
import { clause } from '../spelling'

export const joining: MessagesOf<'joining'> = {
  sentence: ({ text }) => `${clause(text)}.`,
  sentences: ({ first, second }) => `${first} ${second}`,
  about: ({ what, text }) => `${what}: ${text}`,
}
