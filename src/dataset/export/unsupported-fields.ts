import type { PairContent } from './content'

/** The fields of a pair that a format holds in its own files. */
export interface SupportedFields {
  /** Each region by itself; a mask a class, in which regions run together; one mask of all regions. */
  masks: 'regions' | 'classes' | 'union'
  /** `some`: the format's own few. */
  categories: 'all' | 'some' | 'none'
  beforeMasks: 'masks' | 'boxes' | 'none'
  /** Scores, origins of regions and captions. */
  details: boolean
  /** `five`: the first five, in lower case. */
  captions: 'all' | 'five'
}

/** Fields of these pairs that the format cannot hold, each a sentence with its count; empty where it holds all. */
export function unsupportedFieldsOf(contents: readonly PairContent[], supported: SupportedFields): string[] {
  const sentences: string[] = []
  const add = (count: number, one: string, many: string): void => {
    if (count > 0) {
      sentences.push(count === 1 ? `1 ${one}.` : `${count} ${many}.`)
    }
  }
  const regions = contents.flatMap((content) => content.regions)
  if (supported.masks !== 'regions') {
    const merged = contents.filter((content) => content.regions.length > 1).length
    add(merged, 'pair has several regions in one mask', 'pairs have several regions in one mask')
  }
  if (supported.categories !== 'all') {
    const names = new Set(regions.map(({ category }) => category))
    const verb = supported.categories === 'none' ? 'are not kept' : 'are kept only where the format has them'
    if (names.size > 1 || (names.size === 1 && !names.has('change'))) {
      sentences.push(`Categories ${verb}: ${[...names].sort().join(', ')}.`)
    }
  }
  const moved = regions.filter(({ beforeMask }) => beforeMask !== null).length
  if (supported.beforeMasks === 'none') {
    add(moved, 'mask in a before frame is not kept', 'masks in before frames are not kept')
  } else if (supported.beforeMasks === 'boxes') {
    add(moved, 'mask in a before frame becomes a box', 'masks in before frames become boxes')
  }
  if (!supported.details) {
    const scored = regions.filter(({ score }) => score !== null).length
    add(scored, 'score of a region is not kept', 'scores of regions are not kept')
  }
  if (supported.captions === 'five') {
    const beyond = contents.reduce((sum, { captions }) => sum + Math.max(0, captions.length - 5), 0)
    add(
      beyond,
      'caption beyond the fifth is not in the list',
      'captions beyond the fifth are not in the list',
    )
  }
  return sentences
}
