// The scores of a CCRC package on synthetic sets: npx tsx bench/ccrc-scores.ts PACKAGE SET...

import { CcrcModel } from '../src/models/ccrc/predictor/model'
import { similarityRows, truthRows } from './ccrc/caption-rows'
import { helpLines } from './ccrc/help'
import { isChanged, loadItems } from './ccrc/items'
import { guidedMaskRows, maskRows } from './ccrc/mask-rows'
import { outcomeOf, thresholdOf } from './ccrc/outcomes'
import type { Outcome } from './ccrc/outcomes'
import { regionRows } from './ccrc/region-rows'

function report(name: string, outcomes: readonly Outcome[], threshold: number): void {
  const changed = outcomes.filter(({ item }) => isChanged(item))
  const rows = [
    ...maskRows(outcomes),
    ...regionRows(outcomes, threshold),
    ...truthRows(outcomes),
    ...similarityRows(outcomes),
    ...guidedMaskRows(changed),
  ]
  console.log(`\n${name}: ${outcomes.length} pairs, ${changed.length} changed`)
  for (const [label, value] of rows) {
    console.log(`${label.padEnd(50)} ${value.toFixed(3)}`)
  }
  console.log('\nof changed pairs:')
  for (const line of helpLines(changed)) {
    console.log(line)
  }
  for (const each of outcomes.slice(0, 6)) {
    console.log(`   said: ${each.caption} | true: ${each.item.references[0]}`)
  }
}

const [folder, ...sets] = process.argv.slice(2)
const limit = Number(process.env['LIMIT'] ?? Infinity)
const model = await CcrcModel.open(folder, { provider: 'cpu', threads: 2 })
for (const set of sets) {
  const items = (await loadItems(set)).slice(0, limit)
  const outcomes: Outcome[] = []
  const started = performance.now()
  for (const item of items) {
    outcomes.push(await outcomeOf(model, item))
  }
  console.log(`${((performance.now() - started) / items.length).toFixed(0)} ms a pair for all measurements`)
  report(set, outcomes, thresholdOf(model))
}
await model.release()
