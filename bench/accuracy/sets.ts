import { readdir } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { pcbPairs, remoteSensingPairs, surveillancePairs } from '../evaluation-sets'
import type { BoxedPair, MaskedPair } from '../evaluation-sets'
import type { Measure } from './scoring'

/** A set of real pairs, and what is scored of it. @param most pairs, where a set would take too long */
export interface EvaluationSet {
  readonly measure: Measure
  readonly pairs: (folder: string, most?: number) => Promise<(MaskedPair | BoxedPair)[]>
}

/** By the name of its folder. */
export const EVALUATION_SETS: Readonly<Record<string, EvaluationSet>> = {
  surveillance: { measure: 'iou', pairs: surveillancePairs },
  'camera-highway': { measure: 'iou', pairs: framePairs },
  'camera-office': { measure: 'iou', pairs: framePairs },
  'camera-office-still': { measure: 'marked', pairs: framePairs },
  'pcb-defects': { measure: 'boxes', pairs: (folder, most = 88) => pcbPairs(folder, most) },
  'remote-sensing-levir': { measure: 'iou', pairs: remoteSensingPairs },
  'copy-move': { measure: 'iou', pairs: framePairs },
  'puzzle-photographs': { measure: 'iou', pairs: framePairs },
}

/** Folders `A`, `B` and, where something changed, `label`: files of one name, whatever their endings. */
async function framePairs(folder: string): Promise<MaskedPair[]> {
  const [before, after, label] = await Promise.all(
    ['A', 'B', 'label'].map(async (name) => {
      const files = await readdir(join(folder, name)).catch(() => [])
      return new Map(files.map((file) => [parse(file).name, join(folder, name, file)]))
    }),
  )
  return [...before.keys()].toSorted().map((key) => ({
    key,
    group: 'all',
    before: before.get(key) ?? '',
    after: after.get(key) ?? '',
    truth: label.get(key) ?? '',
  }))
}
