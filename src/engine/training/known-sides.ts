import type { SplitName } from '../../dataset/export/assign-splits'
import type { KnownSides, SplitSide } from '../../training/data/split'

/**
 * The sides of earlier runs, and for pairs without one those by the split of an earlier export: test pairs are held out,
 * so that what was trained on the exported data set is scored on others. Where this leaves a side of the chosen pairs
 * empty, exports decide nothing: a run needs both.
 * @param chosen keys of the pairs of a run
 */
export function withExportedSides(
  sides: KnownSides,
  exported: ReadonlyMap<string, SplitName>,
  chosen: readonly string[],
): KnownSides {
  const sideOf = (key: string): SplitSide | undefined => {
    const split = exported.get(key)
    return sides.get(key) ?? (split === undefined ? undefined : sideOfSplit(split))
  }
  const heldOut = chosen.filter((key) => sideOf(key) === 'held-out').length
  if (exported.size === 0 || heldOut === 0 || heldOut === chosen.length) {
    return sides
  }
  const known = new Map<string, SplitSide>()
  for (const [key, split] of exported) {
    known.set(key, sideOfSplit(split))
  }
  sides.forEach((side, key) => known.set(key, side))
  return known
}

function sideOfSplit(split: SplitName): SplitSide {
  return split === 'test' ? 'held-out' : 'train'
}
