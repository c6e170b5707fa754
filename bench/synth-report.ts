// The contents of the synthetic worlds: counts, sizes, positions, words, and how high captions can score on them.
//   npx tsx bench/synth-report.ts [PAIRS]

import { scoreCaptions } from '../src/metrics/captions'
import type { CaptionItem } from '../src/metrics/captions'
import { describeAerial } from '../src/synth/aerial/describe'
import { renderAerialPlan } from '../src/synth/aerial/pair'
import { planAerial } from '../src/synth/aerial/plan'
import { describe } from '../src/synth/blocks/language/describe'
import { renderPlan } from '../src/synth/blocks/pair'
import { planBlocks } from '../src/synth/blocks/plan'
import { BLOCKS_PROFILES } from '../src/synth/blocks/profiles'
import type { BlocksOptions } from '../src/synth/blocks/profiles'
import { countSet } from '../src/mask/bitmap'
import type { SyntheticPair } from '../src/synth/pair'
import { createRandom } from '../src/synth/random'
import type { Random } from '../src/synth/random'
import { consensusCaption } from './consensus-caption'

// The contents of the synthetic worlds: counts, sizes, positions, words, and how high captions can score on them.
//   npx tsx bench/synth-report.ts [PAIRS]

const pairs = Number(process.argv[2] ?? 1000)
/** Wide enough for exact shares, small enough for a report in a minute. */
const WIDTH = 120
const HEIGHT = 80
/**
 * Drafts from which the likeliest wording is chosen, as an observer would who has the true facts and the wording
 * statistics.
 */
const DRAFTS = 5

interface Sample {
  readonly pair: SyntheticPair
  /** More captions of the same facts, sampled independently of the pair's own. */
  readonly drafts: readonly string[]
}

function sampleBlocks(options: BlocksOptions): Sample[] {
  return Array.from({ length: pairs }, (_, seed) => {
    const plan = planBlocks(seed, options)
    return {
      pair: renderPlan(plan, WIDTH, HEIGHT),
      drafts: draft(seed, (random) => describe(plan.story, random)),
    }
  })
}

function sampleAerial(): Sample[] {
  return Array.from({ length: pairs }, (_, seed) => {
    const plan = planAerial(seed, null, 1)
    const drafts = draft(seed, (random) => describeAerial(plan.changes, plan, random))
    return { pair: renderAerialPlan(plan, HEIGHT, HEIGHT), drafts }
  })
}

function draft(seed: number, write: (random: Random) => readonly { text: string }[] | null): string[] {
  return Array.from({ length: DRAFTS }, (_, i) => write(createRandom(seed, 100 + i)) ?? [])
    .flat()
    .map((caption) => caption.text)
}

function count(keys: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const key of keys) {
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([key, n]) => `${key} ${((100 * n) / keys.length).toFixed(1)} %`)
    .join(', ')
}

function quantiles(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b)
  return [0.05, 0.25, 0.5, 0.75, 0.95]
    .map((q) => sorted[Math.floor(q * sorted.length)].toFixed(2))
    .join(' / ')
}

function printContents(samples: readonly Sample[]): void {
  const regions = samples.flatMap(({ pair }) => pair.regions)
  const masks = regions.flatMap((region) => region.after ?? region.vacated ?? [])
  const captions = samples.flatMap(({ pair }) => pair.captions.map((caption) => caption.text))
  console.log(`- pairs: ${count(samples.map(({ pair }) => pair.changeType))}`)
  console.log(`- regions: ${count(regions.map((region) => region.category))}`)
  const areas = masks.map((mask) => (100 * countSet(mask)) / mask.data.length)
  console.log(`- area of a region, % of the picture, at 5/25/50/75/95 %: ${quantiles(areas)}`)
  console.log(`- place of a region: ${count(masks.map(ninthOf))}`)
  const lengths = captions.map((text) => text.split(' ').length)
  console.log(
    `- captions a pair: ${(captions.length / samples.length).toFixed(2)}; different ones: ${new Set(captions).size} of ${captions.length}`,
  )
  console.log(`- words a caption, at 5/25/50/75/95 %: ${quantiles(lengths)}; longest ${Math.max(...lengths)}`)
  console.log(
    `- vocabulary: ${new Set(captions.flatMap((text) => text.replaceAll(',', '').split(' '))).size} words`,
  )
  const flowShares = samples.map(({ pair }) => validFlowShare(pair.forward))
  console.log(`- share of pixels with a counterpart, at 5/25/50/75/95 %: ${quantiles(flowShares)}`)
}

function ninthOf({ data, width, height }: { data: Uint8Array; width: number; height: number }): string {
  let n = 0
  let sx = 0
  let sy = 0
  data.forEach((set, i) => {
    if (set === 0) {
      return
    }
    n++
    sx += i % width
    sy += Math.floor(i / width)
  })
  const row = ['top', 'middle', 'bottom'][Math.floor((3 * sy) / n / height)]
  return `${row} ${['left', 'centre', 'right'][Math.floor((3 * sx) / n / width)]}`
}

function validFlowShare(flow: Float32Array): number {
  let valid = 0
  for (let i = 0; i < flow.length; i += 2) {
    if (!Number.isNaN(flow[i])) {
      valid++
    }
  }
  return (2 * valid) / flow.length
}

/** Scores of what a perfect observer may write, and of one reference against four others. */
function printCeilings(samples: readonly Sample[]): void {
  const rows: [string, (sample: Sample) => { hypothesis: string; references: string[] }][] = [
    [
      'likeliest wording of the true facts',
      ({ pair, drafts }) => ({ hypothesis: consensusCaption(drafts), references: texts(pair) }),
    ],
    [
      'any wording of the true facts',
      ({ pair, drafts }) => ({ hypothesis: drafts[0], references: texts(pair) }),
    ],
    [
      'first reference against the other four',
      ({ pair }) => ({ hypothesis: pair.captions[0].text, references: texts(pair).slice(1) }),
    ],
  ]
  console.log('\n| 5 references | BLEU-4 | ROUGE-L | CIDEr-D |\n|---|---|---|---|')
  for (const [name, choose] of rows) {
    const items: CaptionItem[] = samples.map((sample, i) => ({ id: String(i), ...choose(sample) }))
    const scores = scoreCaptions(items, (text) => text.replaceAll(',', ''))
    const value = (metric: 'BLEU-4' | 'ROUGE-L' | 'CIDEr-D'): string =>
      (scores.get(metric)?.corpus ?? 0).toFixed(3)
    console.log(`| ${name} | ${value('BLEU-4')} | ${value('ROUGE-L')} | ${value('CIDEr-D')} |`)
  }
}

function texts(pair: SyntheticPair): string[] {
  return pair.captions.slice(0, 5).map((caption) => caption.text)
}

for (const [name, samples] of [
  ['Blocks', () => sampleBlocks(BLOCKS_PROFILES.blocks)],
  ['Blocks, clevr-change profile', () => sampleBlocks(BLOCKS_PROFILES['clevr-change'])],
  ['Aerial', sampleAerial],
] as const) {
  console.log(`\n## ${name}, ${pairs} pairs\n`)
  const sampled = samples()
  printContents(sampled)
  printCeilings(sampled)
  const changed = sampled.filter(({ pair }) => pair.changeType !== 'none')
  console.log(`\nChanged pairs alone, ${changed.length}:`)
  printCeilings(changed)
}
