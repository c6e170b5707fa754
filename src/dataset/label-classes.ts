import type { LabelValues } from './label-values'

/** A class of a mask file and the values that belong to it. */
export interface LabelClass {
  category: string
  holds: (value: number) => boolean
}

const CHANGE_CATEGORY = 'change'

/** LEVIR-MCI: `seg_label[== 128] = 1` is road, `[== 255] = 2` building (Change-Agent, LEVIR_MCI.py). */
export const LEVIR_CLASSES: readonly { category: string; value: number }[] = [
  { category: 'road', value: 128 },
  { category: 'building', value: 255 },
]

/** What change detection sets write beside 255: shadow, outside, unsure, unknown (CDnet, SBI2015). */
const UNDECIDED_VALUES = new Set([50, 85, 127, 128, 170])

/** More values than this are the grey edges of a resampled or lossy mask, or numbered objects. */
const MAX_CLASSES = 64

/** A value of this or more in a mask of many values is white. */
const WHITE_FROM = 200

/**
 * What the values of a mask mean.
 * @param isLevir the file lies where only LEVIR-MCI has its masks
 */
export function classesOf(label: LabelValues, isLevir: boolean): LabelClass[] {
  const values = distinctValues(label)
  const top = values.at(-1)
  if (top === undefined) {
    return []
  }
  if (label.isColoured) {
    return colourClasses(values)
  }
  if (isLevirLabel(label, values, isLevir)) {
    return LEVIR_CLASSES.map(({ category, value }) => ({ category, holds: (found) => found === value }))
  }
  if (values.length === 1) {
    return [changeFrom(top)]
  }
  if (top === 255 && values.slice(0, -1).every((value) => UNDECIDED_VALUES.has(value))) {
    return [changeFrom(255)]
  }
  const classes = top === 255 ? values.slice(0, -1) : values // 255 beside numbers is "ignore", as in VOC
  const areNumbers = classes.length <= MAX_CLASSES && (classes.at(-1) ?? 0) <= MAX_CLASSES
  return areNumbers ? classes.map(numberedClass) : [changeFrom(top >= WHITE_FROM && top <= 255 ? 128 : 1)]
}

function isLevirLabel({ colours }: LabelValues, values: readonly number[], isLevir: boolean): boolean {
  const fits = values.every((value) => LEVIR_CLASSES.some((levirClass) => levirClass.value === value))
  return fits && colours === 3 && (isLevir || values.includes(128))
}

function changeFrom(least: number): LabelClass {
  return { category: CHANGE_CATEGORY, holds: (value) => value >= least }
}

function numberedClass(number: number): LabelClass {
  return { category: `class ${number}`, holds: (value) => value === number }
}

function colourClasses(colours: readonly number[]): LabelClass[] {
  if (colours.length > MAX_CLASSES) {
    return [{ category: CHANGE_CATEGORY, holds: (colour) => brightest(colour) >= 128 }]
  }
  return colours.map((wanted) => ({
    category: `colour #${wanted.toString(16).padStart(6, '0')}`,
    holds: (colour) => colour === wanted,
  }))
}

function brightest(colour: number): number {
  return Math.max(colour >> 16, (colour >> 8) & 255, colour & 255)
}

/** Without 0, ascending. Whole numbers only: a floating-point mask is read by its ones. */
function distinctValues({ data }: LabelValues): number[] {
  const values = new Set<number>()
  for (let index = 0; index < data.length; index += 1) {
    if (data[index] !== 0) {
      values.add(data[index])
    }
  }
  return [...values].sort((a, b) => a - b)
}
