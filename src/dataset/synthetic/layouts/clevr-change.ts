// CLEVR-Change's layout, as Seth-Park/RobustChangeCaptioning reads it: triplets of a first image, a changed one
// and one that differs in view and light alone.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SyntheticRegion } from '../../../synth/pair'
import { makeTriplet } from '../../../synth/make'
import { boxOfSet, openJson, splitOf, encodeRgb } from './layout'
import type { Layout, SetIndex } from './layout'

interface TripletRecord {
  readonly index: number
  readonly type: string
  readonly captions: readonly string[]
  readonly noChangeCaptions: readonly string[]
  readonly boxBefore: readonly number[] | null
  readonly boxAfter: readonly number[] | null
}

export const clevrChangeLayout: Layout = {
  folders: () => ['data/images', 'data/sc_images', 'data/nsc_images'],
  make(spec, index) {
    const { changed, distractor } = makeTriplet(spec, index)
    const record: TripletRecord = {
      index,
      type: changed.changeType,
      captions: changed.captions.map((caption) => caption.text),
      noChangeCaptions: distractor.captions.map((caption) => caption.text),
      boxBefore: firstBox(changed.regions, 'before'),
      boxAfter: firstBox(changed.regions, 'after'),
    }
    return {
      files: [
        { path: `data/images/CLEVR_default_${number(index)}.png`, bytes: encodeRgb(changed.before) },
        { path: `data/sc_images/CLEVR_semantic_${number(index)}.png`, bytes: encodeRgb(changed.after) },
        {
          path: `data/nsc_images/CLEVR_nonsemantic_${number(index)}.png`,
          bytes: encodeRgb(distractor.after),
        },
      ],
      record,
    }
  },
  openIndex,
}

function number(index: number): string {
  return String(index).padStart(6, '0')
}

function firstBox(regions: readonly SyntheticRegion[], frame: 'before' | 'after'): readonly number[] | null {
  const mask = regions[0]?.[frame] ?? null
  return mask === null ? null : boxOfSet(mask)
}

function openIndex(folder: string): SetIndex {
  const data = join(folder, 'data')
  const change = openJson(join(data, 'change_captions.json'), '{', '}')
  const noChange = openJson(join(data, 'no_change_captions.json'), '{', '}')
  const boxes = openJson(join(data, 'change_captions_with_bbox.json'), '{', '}')
  const splits: Record<'train' | 'val' | 'test', number[]> = { train: [], val: [], test: [] }
  const types: Record<string, string[]> = { color: [], material: [], add: [], drop: [], move: [] }
  return {
    add(text) {
      const record = JSON.parse(text) as TripletRecord
      const key = JSON.stringify(`CLEVR_default_${number(record.index)}.png`)
      change.add(`${key}: ${JSON.stringify(record.captions)}`)
      noChange.add(`${key}: ${JSON.stringify(record.noChangeCaptions)}`)
      const box = { bbox_before: record.boxBefore, bbox_after: record.boxAfter }
      boxes.add(`"${record.index}": ${JSON.stringify(box)}`)
      splits[splitOf(record.index)].push(record.index)
      types[record.type] ??= []
      types[record.type].push(`${number(record.index)}.png`)
    },
    finish() {
      for (const list of [change, noChange, boxes]) {
        list.finish()
      }
      writeFileSync(join(data, 'splits.json'), JSON.stringify(splits))
      writeFileSync(join(data, 'type_mapping.json'), JSON.stringify(types))
    },
    close() {
      for (const list of [change, noChange, boxes]) {
        list.close()
      }
    },
  }
}
