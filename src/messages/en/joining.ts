import { clause } from '../spelling'

/** Messages from others, whole ones each. */
export const joining = {
  sentence: ({ text }: { text: string }) => `${clause(text)}.`,
  sentences: ({ first, second }: { first: string; second: string }) => `${first} ${second}`,
  /** What a failure is about, and the failure. */
  about: ({ what, text }: { what: string; text: string }) => `${what}: ${text}`,
}
