import { changeTypeOf } from './clevr-lists'
import { captionsOf, noChangeSentence } from './clevr-text'
import { arrangeTriplets } from './clevr-triplets'
import type { Triplet } from './clevr-triplets'
import type { PlannedPair } from './planned-pair'
import { tokensOf } from './levir-text'

/** `IMAGE_SIZE` of evaluate_pointing.py. */
const boxFrame = { width: 480, height: 360 }

export function clevrNotices(pairs: readonly PlannedPair[]): string[] {
  const { triplets } = arrangeTriplets(pairs)
  return [
    ...partnerNotice(triplets),
    ...typeNotice(triplets),
    ...boxNotice(triplets),
    ...lengthNotice(triplets),
  ]
}

function partnerNotice(triplets: readonly Triplet[]): string[] {
  const count = triplets.filter(({ unchanged }) => unchanged === null).length
  return count > 0
    ? [
        `Before images without an unchanged pair: ${count} of ${triplets.length}. A copy of the before image ` +
          `stands in nsc_images for each, with the caption "${noChangeSentence}": from those nothing can be ` +
          'learned about changes of view and light alone.',
      ]
    : []
}

function typeNotice(triplets: readonly Triplet[]): string[] {
  const count = triplets.filter(({ changed }) => changeTypeOf(changed) === null).length
  return count > 0
    ? [
        `In no list of type_mapping.json: ${count} of ${triplets.length} changed pairs, as the categories of ` +
          'their regions are not all color, all material, all add, all drop or all move.',
      ]
    : []
}

function boxNotice(triplets: readonly Triplet[]): string[] {
  const items = triplets.map(({ changed }) => changed.item)
  return items.some(({ width, height }) => width !== boxFrame.width || height !== boxFrame.height)
    ? [
        'evaluate_pointing.py takes all images to be 480 x 360 pixels, and some here are not: set its ' +
          'IMAGE_SIZE before you evaluate boxes.',
      ]
    : []
}

/** The loader makes rows as long as the longest change caption for the others too. */
function lengthNotice(triplets: readonly Triplet[]): string[] {
  const change = longest(triplets.flatMap(({ changed }) => captionsOf(changed)))
  const noChange = longest(
    triplets.flatMap(({ unchanged }) => (unchanged === null ? [noChangeSentence] : captionsOf(unchanged))),
  )
  return noChange > change
    ? [
        `preprocess_captions.py has room for the ${change} words of the longest change caption and stops at ` +
          `a no-change caption of ${noChange}: shorten it, or describe a change with more words.`,
      ]
    : []
}

function longest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, tokensOf(text).length), 0)
}
