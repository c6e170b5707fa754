import { InvalidArgumentError } from 'commander'

/** A whole number, 0 or more, as a commander option. */
export function wholeNumber(value: string): number {
  const number = Number(value)
  if (value.trim() === '' || !Number.isSafeInteger(number) || number < 0) {
    throw new InvalidArgumentError('A whole number, 0 or more, is needed.')
  }
  return number
}
