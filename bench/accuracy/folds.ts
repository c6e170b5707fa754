import { groupBy } from '../../src/basics/group-by'
import { spread } from '../evaluation-sets'
import type { BoxedPair, MaskedPair } from '../evaluation-sets'

type Pair = MaskedPair | BoxedPair

/** Pairs that may be corrected, and pairs that are scored. No sequence has pairs of both. */
export interface Fold {
  readonly corrected: readonly Pair[]
  readonly scored: readonly Pair[]
}

interface FoldPlan {
  /** Name of the group that a pair belongs to. */
  readonly groupOf: (pair: Pair) => string
  /** Groups are dealt to so many parts, of which each is scored once; 'each' for as many as there are groups. */
  readonly parts: number | 'each'
  /** Parts that are scored. Default: all. */
  readonly first?: number
  /** The most pairs that are scored in a part. */
  readonly most?: number
  /** Whether pictures have an upside. */
  readonly isUpright: boolean
}

const own = ({ key }: Pair): string => key

/** Letters that identify a board of DeepPCB; the last board is scored. */
const BOARD_LETTERS = 5

export const FOLD_PLANS: Readonly<Record<string, FoldPlan>> = {
  surveillance: { groupOf: ({ key }) => key.split('_')[0], parts: 2, isUpright: true },
  // of one sequence: what is scored was recorded after what is corrected
  'camera-highway': { groupOf: own, parts: 4, first: 1, isUpright: true },
  'camera-office': { groupOf: own, parts: 4, first: 1, isUpright: true },
  'pcb-defects': {
    groupOf: ({ key }) => key.slice(0, BOARD_LETTERS),
    parts: 'each',
    first: 1,
    most: 20,
    isUpright: false,
  },
  // tiles of one picture stay together
  'remote-sensing-levir': {
    groupOf: ({ key }) => key.split('_').slice(0, 2).join('_'),
    parts: 'each',
    isUpright: false,
  },
  'copy-move': { groupOf: own, parts: 2, isUpright: true },
  'puzzle-photographs': { groupOf: own, parts: 3, isUpright: true },
}

/** The last part is scored first. */
export function foldsOf(
  pairs: readonly Pair[],
  { groupOf, parts, first, most = Infinity }: FoldPlan,
): Fold[] {
  const groups = [...groupBy(pairs, groupOf).values()]
  const count = parts === 'each' ? groups.length : parts
  return Array.from({ length: Math.min(count, first ?? count) }, (_, fold) => {
    const part = count - 1 - fold
    const isScored = (group: number): boolean => Math.floor((group * count) / groups.length) === part
    return {
      corrected: groups.filter((_group, at) => !isScored(at)).flat(),
      scored: spread(groups.filter((_group, at) => isScored(at)).flat(), most),
    }
  })
}
