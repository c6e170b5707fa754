/** What a user gave cannot be scored. The message says what happened, to which file or item, and what to do. */
export class ScoreInputError extends Error {
  override readonly name = 'ScoreInputError'
}
