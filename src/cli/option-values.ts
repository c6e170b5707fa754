import { InvalidArgumentError } from 'commander'
import { nameSchema } from '../packages/manifest'

/** A whole number, 0 or more, as a commander option. */
export function wholeNumber(value: string): number {
  const number = Number(value)
  if (value.trim() === '' || !Number.isSafeInteger(number) || number < 0) {
    throw new InvalidArgumentError('A whole number, 0 or more, is needed.')
  }
  return number
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
