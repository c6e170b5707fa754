import type { Rect } from '../../mask/bitmap'
import type { TiledPair } from '../tiled-pair'
import { alignWhole } from './align-whole'
import type { WholeAlignment } from './align-whole'
import { overviewLevel, readOverview } from './overview'
import { partDifferences } from './part-differences'

/** What a cheap look at a large pair says before its parts are compared. */
export interface Survey extends WholeAlignment {
  /** How much each part differs, in grey levels; null where the files have no overviews to tell by. */
  differences: number[] | null
}

/** @throws ImageError */
export async function surveyPair(pair: TiledPair, parts: readonly Rect[]): Promise<Survey> {
  const level = overviewLevel(pair)
  const whole = await alignWhole(pair, level)
  const overview = level === null ? null : await readOverview(pair, level, whole.alignment)
  return { ...whole, differences: overview === null ? null : partDifferences(overview, parts) }
}
