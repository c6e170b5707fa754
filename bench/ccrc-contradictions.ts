// How often agreement detects captions that contradict the mask: npx tsx bench/ccrc-contradictions.ts PACKAGE SET...
// (LIMIT changed pairs of each set, 100 by default)

import { captionMaskScore } from '../src/models/ccrc/predictor/caption-mask-score'
import { CcrcModel } from '../src/models/ccrc/predictor/model'
import { wholeOf } from '../src/mask/rect'
import { COLORS, SHAPES } from '../src/synth/blocks/thing'
import { isChanged, loadItems } from './ccrc/items'
import type { Item } from './ccrc/items'
import { SIDE } from './ccrc/masks'
import { trueRegions } from './ccrc/outcomes'

const [folder, ...sets] = process.argv.slice(2)
const limit = Number(process.env['LIMIT'] ?? 100)

/** With another of the words in place of the first that a text has; null where it has none. */
function exchange(text: string, words: readonly string[]): string | null {
  const original = text.split(' ').find((word) => words.includes(word))
  if (original === undefined) {
    return null
  }
  const other = words[(words.indexOf(original) + 1) % words.length]
  return text
    .split(' ')
    .map((word) => (word === original ? other : word))
    .join(' ')
}

/** Captions of a pair, by the kind of contradiction. */
function captionsOf(item: Item, other: Item): [string, string | null][] {
  const [first] = item.references
  return [
    ...item.references.slice(0, 3).map((text): [string, string] => ['true', text]),
    ["another pair's", other.references[0]],
    ['another colour', exchange(first, COLORS)],
    ['another shape', exchange(first, SHAPES)],
  ]
}

const model = await CcrcModel.open(folder, { provider: 'cpu', threads: 2 })
const whole = wholeOf({ width: SIDE, height: SIDE })
for (const set of sets) {
  const items = (await loadItems(set)).filter(isChanged).slice(0, limit)
  const results = new Map<string, boolean[]>()
  let milliseconds = 0
  for (const [at, item] of items.entries()) {
    const [encoding] = await model.encode([item.pixels])
    const view = { before: whole, after: whole, encoding, alignment: null }
    const regions = await trueRegions(model, encoding, item)
    for (const [name, text] of captionsOf(item, items[(at + 7) % items.length])) {
      if (text === null) {
        continue
      }
      const started = performance.now()
      const { remark } = await captionMaskScore(model, view, regions, text)
      milliseconds += performance.now() - started
      results.set(name, [...(results.get(name) ?? []), remark !== null])
    }
  }
  const total = [...results.values()].flat().length
  console.log(`\n${set}: ${items.length} changed pairs, ${(milliseconds / total).toFixed(0)} ms an answer`)
  for (const [name, all] of results) {
    const share = all.filter((each) => each).length / all.length
    console.log(`${name.padEnd(16)} ${share.toFixed(3)} of ${all.length} said to contradict the mask`)
  }
}
await model.release()
