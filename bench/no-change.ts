// How captions are read, as docs/metrics.md tells: "no change" or not, and the type of change. Synthetic captions have
// exact truth; LEVIR-CC's is in its five sentences; Spot-the-Diff has none, so that those read as "no change" are
// printed for inspection. Run: npx tsx bench/no-change.ts [SEEDS, 1000 by default]
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { changeType, LEVIR_NO_CHANGE_SENTENCES } from '../src/metrics/change-captions'
import { statesNoChange } from '../src/metrics/no-change'
import { planAerial } from '../src/synth/aerial/plan'
import { planBlocks, planDistractor } from '../src/synth/blocks/plan'
import { BLOCKS_PROFILES } from '../src/synth/blocks/profiles'
import { dataFolder } from './data'

const seeds = Number(process.argv[2] ?? 1000)
const clevr = {
  ...BLOCKS_PROFILES['clevr-change'],
  weights: { color: 1, material: 1, add: 1, drop: 1, move: 1 },
}

const read = new Map<string, { right: number; all: number }>()
function count(set: string, isRight: boolean): void {
  const { right, all } = read.get(set) ?? { right: 0, all: 0 }
  read.set(set, { right: right + (isRight ? 1 : 0), all: all + 1 })
}
function addCaptions(set: string, captions: readonly string[], isChanged: boolean): void {
  for (const caption of captions) {
    count(`${set}, ${isChanged ? 'changed' : 'unchanged'}`, statesNoChange(caption) !== isChanged)
  }
}
const texts = (captions: readonly { text: string }[]): string[] => captions.map(({ text }) => text)

for (let seed = 0; seed < seeds; seed++) {
  const plan = planBlocks(seed, clevr)
  addCaptions('clevr-change', texts(plan.captions), true)
  for (const { text } of plan.captions) {
    count(`clevr-change, type ${plan.changes[0].type}`, changeType(text) === plan.changes[0].type)
  }
  addCaptions('clevr-change', texts(planDistractor(plan, clevr).captions), false)
  addCaptions('several', texts(planBlocks(seed, BLOCKS_PROFILES.several).captions), true)
  const { captions, changes } = planAerial(seed, null, 1)
  addCaptions('Aerial', texts(captions), changes.length > 0)
}

const folder = dataFolder('captions')
const claimed = new Set<string>()
let spotted = 0
if (folder === null) {
  console.log('LEVIR-CC and Spot-the-Diff: skipped, the evaluation data are not here (DELTASCRIBE_DATA)')
} else {
  const unzipped = (name: string): string => gunzipSync(readFileSync(join(folder, name))).toString()
  for (const line of unzipped('levir-cc.jsonl.gz').trim().split('\n')) {
    const { tokens } = JSON.parse(line) as { tokens: string[][] }
    const captions = tokens.map((words) => words.join(' '))
    addCaptions('LEVIR-CC', captions, !captions.every((caption) => LEVIR_NO_CHANGE_SENTENCES.has(caption)))
  }
  for (const split of ['train', 'val', 'test']) {
    const pairs = JSON.parse(unzipped(`spot-the-diff-${split}.json.gz`)) as { sentences: string[] }[]
    for (const caption of pairs.flatMap(({ sentences }) => sentences)) {
      spotted++
      if (statesNoChange(caption)) {
        claimed.add(caption)
      }
    }
  }
}

for (const [set, { right, all }] of read) {
  console.log(`${set.padEnd(28)} ${right} of ${all} right, ${((100 * right) / all).toFixed(2)} %`)
}
if (folder !== null) {
  console.log(
    `Spot-the-Diff: of ${spotted} sentences these ${claimed.size} different ones are read as "no change"`,
  )
  for (const caption of [...claimed].sort()) {
    console.log(`  ${caption}`)
  }
}
