import type { DataSet } from 'dicom-parser'
import type { NamedWindow } from '../../domain/value-mapping'
import { valueText } from './value-text'

/** In rescaled values. DICOM PS3.3 C.11.2.1.2: the width counts both of its ends. */
export interface FileWindow {
  center: number
  width: number
  /** Null where the file has none, or one that is more than a plain word. */
  name: string | null
}

/** More than any program writes. */
const MOST_WINDOWS = 16
/** Values beyond these are damage. */
const MOST_VALUE = 1e12

/** A free text of the file, so that only a short word counts: no name of a person, no date and no number. */
const PLAIN_WORD = /^(?=.*\p{L})[\p{L}\p{M}\p{N} _-]{1,16}$/u

/**
 * All windows of a file, or of one of its frames.
 * @param dataSet that holds them. @param file says in which characters
 */
export function fileWindows(dataSet: DataSet, file: DataSet): FileWindow[] {
  const names = valueText(dataSet, 'x00281055', file)?.split('\\') ?? []
  const widths = numbersOf(dataSet, 'x00281051')
  return numbersOf(dataSet, 'x00281050')
    .map((center, at) => ({ center, width: widths[at] ?? NaN, name: plainWord(names[at] ?? '') }))
    .filter(({ center, width }) => Math.abs(center) <= MOST_VALUE && width >= 1 && width <= MOST_VALUE)
    .slice(0, MOST_WINDOWS)
}

/** Not a number for what is none. */
function numbersOf(dataSet: DataSet, tag: string): number[] {
  const count = dataSet.numStringValues(tag) ?? 0
  return Array.from({ length: count }, (_, at) => dataSet.floatString(tag, at) ?? NaN)
}

function plainWord(name: string): string | null {
  const word = name.trim()
  return PLAIN_WORD.test(word) ? word : null
}

/** Below `center - 0.5 - (width - 1) / 2` all is black, above the other end all is white. @param mirror null for none */
export function asValues(
  { center, width, name }: FileWindow,
  mirror: ((value: number) => number) | null,
): NamedWindow {
  const half = Math.max(width - 1, 1) / 2
  const [low, high] = [center - 0.5 - half, center - 0.5 + half]
  const window = mirror === null ? { low, high } : { low: mirror(high), high: mirror(low) }
  return { window, name }
}
