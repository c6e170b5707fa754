import { COCO_NAMES } from '../coco-names'

/** Of this length and less, capitals are read letter by letter; longer ones only if they have no vowel. */
const LONGEST_SPELT = 3

const everydayWords = new Set(COCO_NAMES.flatMap((name) => name.toUpperCase().split(' ')))

/** Whether capitals are read as letters ("HGV"), not as a word that is written large ("ROOF", "CAR"). */
export function isSpelt(capitals: string): boolean {
  if (!/^[A-Z]+$/.test(capitals) || everydayWords.has(capitals)) {
    return false
  }
  return capitals.length <= LONGEST_SPELT || !/[AEIOUY]/.test(capitals)
}
