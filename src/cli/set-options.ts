import { InvalidArgumentError } from 'commander'
import type { SetProgress } from '../dataset/synthetic/write-set'
import { remark } from './output'

/** A line on stderr, once a second and at the end. */
export function setProgress(): (progress: SetProgress) => void {
  let last = 0
  return ({ done, count, elapsedMs }) => {
    if (elapsedMs - last < 1000 && done < count) {
      return
    }
    last = elapsedMs
    const rate = (1000 * done) / Math.max(1, elapsedMs)
    const left = (count - done) / rate
    remark(`${done}/${count} pairs, ${rate.toFixed(1)} pairs/s, ${left.toFixed(0)} s left`)
  }
}

/** A whole number within limits, as a commander option. */
export function integer(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
    }
    return value
  }
}

/** "480x320", as a commander option. */
export function parseSize(text: string): readonly [number, number] {
  const match = /^(\d{1,5})x(\d{1,5})$/.exec(text)
  const width = Number(match?.[1])
  const height = Number(match?.[2])
  if (match === null || width < 32 || height < 32 || width > 4096 || height > 4096) {
    throw new InvalidArgumentError(
      'It must be WIDTHxHEIGHT in pixels, each from 32 to 4096, such as 480x320.',
    )
  }
  return [width, height]
}
