// LEVIR-MCI's layout, as Chen-Yang-Liu/Change-Agent reads it: file names begin with their split, labels have
// three channels with 0, 128 (road) and 255 (building), and each pair has five sentences.

import { join } from 'node:path'
import { encode } from 'fast-png'
import { makePair } from '../../../synth/make'
import type { SyntheticPair } from '../../../synth/pair'
import { openJson, splitOf, encodeRgb } from './layout'
import type { Layout, SetIndex } from './layout'

const SENTENCES = 5
const SPLITS = ['train', 'val', 'test'] as const

interface LevirRecord {
  readonly index: number
  readonly filename: string
  readonly changed: boolean
  readonly captions: readonly string[]
}

export const levirMciLayout: Layout = {
  folders: () => SPLITS.flatMap((split) => ['A', 'B', 'label'].map((name) => `images/${split}/${name}`)),
  make(spec, index) {
    const pair = makePair(spec, index)
    const split = splitOf(index)
    const filename = `${split}_${String(index).padStart(6, '0')}.png`
    const record: LevirRecord = {
      index,
      filename,
      changed: pair.changeType !== 'none',
      captions: pair.captions.slice(0, SENTENCES).map((caption) => caption.text),
    }
    return {
      files: [
        { path: `images/${split}/A/${filename}`, bytes: encodeRgb(pair.before) },
        { path: `images/${split}/B/${filename}`, bytes: encodeRgb(pair.after) },
        { path: `images/${split}/label/${filename}`, bytes: encodeLabel(pair) },
      ],
      record,
    }
  },
  openIndex,
}

/** Grey level of a region's class: Blocks has no classes, so all that changed there is 255. */
function levelOf(pair: SyntheticPair, category: string): number {
  if (pair.world === 'blocks') {
    return 255
  }
  return category === 'road' ? 128 : category === 'building' ? 255 : 0
}

function encodeLabel(pair: SyntheticPair): Uint8Array {
  const { width, height } = pair.after
  const data = new Uint8Array(3 * width * height)
  for (const region of pair.regions) {
    const mask = region.after ?? region.vacated
    const level = levelOf(pair, region.category)
    if (mask === null || level === 0) {
      continue
    }
    for (let i = 0; i < width * height; i++) {
      if (mask.data[i] !== 0) {
        data.fill(level, 3 * i, 3 * i + 3)
      }
    }
  }
  return encode({ width, height, data, channels: 3, depth: 8 })
}

function openIndex(folder: string): SetIndex {
  const list = openJson(join(folder, 'LevirCCcaptions.json'), '{"dataset": "deltascribe", "images": [', ']}')
  return {
    add(text) {
      const { index, filename, changed, captions } = JSON.parse(text) as LevirRecord
      const split = splitOf(index)
      const sentids = captions.map((_, i) => index * SENTENCES + i)
      const sentences = captions.map((raw, i) => ({
        tokens: tokenize(raw),
        raw,
        imgid: index,
        sentid: sentids[i],
      }))
      const changeflag = changed ? 1 : 0
      list.add(
        JSON.stringify({ filepath: split, filename, imgid: index, split, changeflag, sentids, sentences }),
      )
    },
    finish: () => list.finish(),
    close: () => list.close(),
  }
}

/** Lower case, commas and semicolons as tokens of their own, no full stop or question mark. */
function tokenize(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll(/[.?]/g, '')
    .replaceAll(/([,;])/g, ' $1 ')
    .split(/\s+/)
    .filter((token) => token !== '')
}
