/** What a user gave cannot be scored. The message says what happened, to which file or item, and what to do. */
export class ScoreInputError extends Error {
  override readonly name = 'ScoreInputError'
}

/** The first five of the names, and how many more. */
export function someOf(names: readonly string[]): string {
  const shown = names
    .slice(0, 5)
    .map((name) => `"${name}"`)
    .join(', ')
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown
}
