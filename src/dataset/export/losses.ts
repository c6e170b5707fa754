import type { PairContent } from './content'

/** What of a pair a format keeps in its own files. */
export interface Carries {
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

/** What of these pairs the format leaves behind, each a sentence with its count; nothing where nothing is. */
export function lossesOf(contents: readonly PairContent[], carries: Carries): string[] {
  const losses: string[] = []
  const tell = (count: number, one: string, many: string): void => {
    if (count > 0) {
      losses.push(count === 1 ? `1 ${one}.` : `${count} ${many}.`)
    }
  }
  const regions = contents.flatMap((content) => content.regions)
  if (carries.masks !== 'regions') {
    const merged = contents.filter((content) => content.regions.length > 1).length
    tell(merged, 'pair has several regions in one mask', 'pairs have several regions in one mask')
  }
  if (carries.categories !== 'all') {
    const names = new Set(regions.map(({ category }) => category))
    const kept = carries.categories === 'none' ? 'are not kept' : 'are kept only where the format has them'
    if (names.size > 1 || (names.size === 1 && !names.has('change'))) {
      losses.push(`Categories ${kept}: ${[...names].sort().join(', ')}.`)
    }
  }
  const moved = regions.filter(({ beforeMask }) => beforeMask !== null).length
  if (carries.beforeMasks === 'none') {
    tell(moved, 'mask in a before frame is not kept', 'masks in before frames are not kept')
  } else if (carries.beforeMasks === 'boxes') {
    tell(moved, 'mask in a before frame becomes a box', 'masks in before frames become boxes')
  }
  if (!carries.details) {
    const scored = regions.filter(({ score }) => score !== null).length
    tell(scored, 'score of a region is not kept', 'scores of regions are not kept')
  }
  if (carries.captions === 'five') {
    const beyond = contents.reduce((sum, { captions }) => sum + Math.max(0, captions.length - 5), 0)
    tell(
      beyond,
      'caption beyond the fifth is not in the list',
      'captions beyond the fifth are not in the list',
    )
  }
  return losses
}
