import { InvalidArgumentError } from 'commander'
import { nameSchema } from '../packages/manifest'

/** A number above 0, as a commander option. */
export function positive(text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new InvalidArgumentError('It must be a number above 0.')
  return value
}

/** A whole number, 0 or more, as a commander option. */
export function wholeFromZero(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isSafeInteger(value) || value < 0) {
    throw new InvalidArgumentError('It must be a whole number, 0 or more.')
  }
  return value
}

/** A whole number, 1 or more, as a commander option. */
export function wholeFromOne(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new InvalidArgumentError('It must be a whole number, 1 or more.')
  }
  return value
}

/** The id of a model package, as a commander option. */
export function packageId(value: string): string {
  if (!nameSchema.safeParse(value).success) {
    throw new InvalidArgumentError(
      'It must be at most 64 lower-case letters, digits, points, hyphens and underscores, the first and last a letter or digit.',
    )
  }
  return value
}
