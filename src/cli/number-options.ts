import { InvalidArgumentError } from 'commander'

/** @throws InvalidArgumentError */
export function positive(text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new InvalidArgumentError('It must be a number above 0.')
  return value
}

/** @throws InvalidArgumentError */
export function wholeNumber(text: string): number {
  const value = positive(text)
  if (!Number.isInteger(value)) throw new InvalidArgumentError('It must be a whole number above 0.')
  return value
}
