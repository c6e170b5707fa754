// The figures of a CCRC package on made sets: npx tsx bench/ccrc-scores.ts PACKAGE SET...

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { captionsFor, regionsFor, runChain } from '../src/inference/ccrc/chain'
import { CcrcModel, type Seen } from '../src/inference/ccrc/model'
import type { FoundRegion } from '../src/inference/ccrc/regions'
import { scoreCaptions, type CaptionItem } from '../src/metrics/captions'
import { describeAerial } from '../src/synth/aerial/describe'
import { planAerial } from '../src/synth/aerial/plan'
import { createRandom, type Random } from '../src/synth/random'
import { describe, type Story } from '../src/synth/blocks/language/describe'
import { judge } from '../src/synth/blocks/language/judge'
import { parseCaption } from '../src/synth/blocks/language/parse'
import { BLOCKS_PROFILES, planBlocks } from '../src/synth/blocks/plan'
import { PROFILES } from '../src/synth/make'
import { ATTRIBUTES, ATTRIBUTE_NAMES } from '../src/systems/blocks/region-heads'
import type { TrainingPixels } from '../src/dataset/made/training-record'
import { readPixels, readTrainingSet, type TrainingPair } from '../src/training/made/training-set'
import { likeliest } from './likeliest'

const SIDE = 128
const MASK = 64
const AREA = SIDE * SIDE
const DRAFTS = 35

interface Item {
  pair: TrainingPair
  pixels: TrainingPixels
  story: Story | null
  drafts: readonly string[]
  references: readonly string[]
}

interface Outcome {
  item: Item
  seen: Seen
  regions: readonly FoundRegion[]
  plain: readonly FoundRegion[]
  caption: string
  plainCaption: string
  guided: string
  guidedMask: Uint8Array | null
}

const setSchema = z.object({ world: z.string(), profile: z.enum(PROFILES as [string, ...string[]]) })

async function load(folder: string): Promise<Item[]> {
  const order = setSchema.parse(JSON.parse(readFileSync(join(folder, 'set.json'), 'utf8')))
  const pairs = await readTrainingSet(folder)
  return pairs.map((pair) => {
    const { record } = pair
    const references = record.captions.slice(0, 5).map(({ text }) => text)
    const drafted = (draw: (random: Random) => readonly { text: string }[] | null): string[] => {
      const random = createRandom(record.seed, 77)
      const out: string[] = []
      for (let round = 0; round < 5; round++) out.push(...(draw(random) ?? []).map(({ text }) => text))
      return out.slice(0, DRAFTS)
    }
    if (record.world === 'aerial') {
      const plan = planAerial(record.seed, null, 1)
      const drafts = drafted((random) => describeAerial(plan.changes, random))
      return { pair, pixels: readPixels(pair), story: null, drafts, references }
    }
    const plan = planBlocks(record.seed, BLOCKS_PROFILES[order.profile as keyof typeof BLOCKS_PROFILES])
    const drafts = drafted((random) => describe(plan.story, random))
    return { pair, pixels: readPixels(pair), story: plan.story, drafts, references }
  })
}

/** Both frames at 128 x 128, 1 where changed; `gone` pixels of the after frame too. */
function truthOf({ pixels }: Item, region = 0): Uint8Array {
  const is = (value: number): boolean => (region === 0 ? value > 0 : value === region)
  const out = new Uint8Array(2 * AREA)
  for (let at = 0; at < AREA; at++) {
    out[at] = is(pixels.beforeRegions[at]) ? 1 : 0
    out[AREA + at] = is(pixels.afterRegions[at]) || is(pixels.vacatedRegions[at]) ? 1 : 0
  }
  return out
}

/** Logits [2, 64, 64] to pixels [2, 128, 128], bilinear. */
function upscale(logits: Float32Array): Uint8Array {
  const out = new Uint8Array(2 * AREA)
  for (let frame = 0; frame < 2; frame++) {
    const own = logits.subarray(frame * MASK * MASK, (frame + 1) * MASK * MASK)
    for (let y = 0; y < SIDE; y++) {
      const v = Math.min(MASK - 1, Math.max(0, (y + 0.5) / 2 - 0.5))
      const [top, down] = [Math.floor(v), v - Math.floor(v)]
      const low = Math.min(MASK - 1, top + 1)
      for (let x = 0; x < SIDE; x++) {
        const u = Math.min(MASK - 1, Math.max(0, (x + 0.5) / 2 - 0.5))
        const [left, across] = [Math.floor(u), u - Math.floor(u)]
        const right = Math.min(MASK - 1, left + 1)
        const value =
          (own[top * MASK + left] * (1 - across) + own[top * MASK + right] * across) * (1 - down) +
          (own[low * MASK + left] * (1 - across) + own[low * MASK + right] * across) * down
        if (value > 0) out[frame * AREA + y * SIDE + x] = 1
      }
    }
  }
  return out
}

function unionOf(regions: readonly FoundRegion[]): Uint8Array {
  const out = new Uint8Array(2 * AREA)
  for (const { mask } of regions) upscale(mask).forEach((value, at) => (out[at] |= value))
  return out
}

class Overlap {
  hit = 0
  either = 0

  add(a: Uint8Array, b: Uint8Array, from = 0, to = a.length): void {
    for (let at = from; at < to; at++) {
      if (a[at] & b[at]) this.hit++
      if (a[at] | b[at]) this.either++
    }
  }

  get iou(): number {
    return this.hit / Math.max(1, this.either)
  }
}

async function run(model: CcrcModel, item: Item): Promise<Outcome> {
  const [seen] = await model.see([item.pixels])
  const threshold = model.manifest.thresholds['change'] ?? 0.5
  const common = { threshold, captions: 1 }
  const first = await runChain(model, seen, { ...common, rounds: 0 })
  const refined = await runChain(model, seen, { ...common, rounds: 2 })
  const isChanged = item.pair.record.categories.length > 0
  const given = isChanged ? await giveTruth(model, seen, item) : []
  const guided = await captionsFor(model, seen, given, 1)
  const asked = isChanged ? await regionsFor(model, seen, item.references[0]) : null
  return {
    item,
    seen,
    regions: refined.regions,
    plain: first.regions,
    caption: refined.captions[0].text,
    plainCaption: first.captions[0].text,
    guided: guided[0].text,
    guidedMask: asked === null ? null : unionOf(asked.regions),
  }
}

/** The true regions with the network's own vectors for them. */
async function giveTruth(model: CcrcModel, seen: Seen, item: Item): Promise<FoundRegion[]> {
  const out: FoundRegion[] = []
  for (let region = 1; region <= Math.min(4, item.pair.record.categories.length); region++) {
    const truth = truthOf(item, region)
    const mask = new Float32Array(2 * MASK * MASK)
    const tokens = new Float32Array(512)
    truth.forEach((value, at) => {
      const [frame, y, x] = [at < AREA ? 0 : 1, Math.floor((at % AREA) / SIDE), at % SIDE]
      mask[frame * MASK * MASK + (y >> 1) * MASK + (x >> 1)] += value / 4
      tokens[frame * 256 + (y >> 3) * 16 + (x >> 3)] += value
    })
    const anchor = tokens.indexOf(Math.max(...tokens))
    const described = await model.propose(seen, [anchor])
    out.push({
      vector: described.vectors.slice(),
      category: '',
      score: 1,
      mask: mask.map((share) => 12 * share - 6),
      attributes: described.attributes.slice(),
    })
  }
  return out
}

function report(name: string, outcomes: readonly Outcome[]): void {
  const changed = outcomes.filter(({ item }) => item.pair.record.categories.length > 0)
  const rows: [string, string][] = []
  const add = (label: string, value: number): number => rows.push([label, value.toFixed(3)])
  for (const [label, maskOf] of [
    ['mask IoU, regions refined', (each: Outcome) => unionOf(each.regions)],
    ['mask IoU, regions before refinement', (each: Outcome) => unionOf(each.plain)],
    ['mask IoU, first look', (each: Outcome) => upscale(each.seen.changed)],
  ] as const) {
    const overlap = new Overlap()
    for (const each of outcomes) overlap.add(maskOf(each), truthOf(each.item))
    add(label, overlap.iou)
  }
  const [after, visible] = [new Overlap(), new Overlap()]
  const bins = [80, 200, 500, Infinity].map((most) => ({ most, overlap: new Overlap() }))
  for (const each of outcomes) {
    const truth = truthOf(each.item)
    const mask = unionOf(each.regions)
    after.add(mask, truth, AREA)
    const gone = each.item.pixels.vacatedRegions
    const own = mask.map((value, at) => (at >= AREA && gone[at - AREA] > 0 ? 0 : value))
    const real = truth.map((value, at) => (at >= AREA && gone[at - AREA] > 0 ? 0 : value))
    visible.add(own, real)
    if (each.item.pair.record.categories.length === 1) {
      const area = Math.max(sum(truth.subarray(0, AREA)), sum(truth.subarray(AREA)))
      bins.find(({ most }) => area < most)?.overlap.add(mask, truth)
    }
  }
  add('mask IoU, after frame alone', after.iou)
  add('mask IoU, visible things alone', visible.iou)
  for (const { most, overlap } of bins) add(`mask IoU, one change under ${most} px`, overlap.iou)
  const right = outcomes.filter(
    (each) => each.seen.chance >= threshold === each.item.pair.record.categories.length > 0,
  )
  add('changed or not, accuracy', right.length / outcomes.length)
  add('changed or not, AUC', auc(outcomes))
  add('region recall at IoU .5', regionRecall(changed))
  add(
    'category right (one region)',
    share(
      changed.filter(isSingle),
      (each) => each.regions[0]?.category === each.item.pair.record.categories[0],
    ),
  )
  add(
    'all four attributes right',
    share(
      changed.filter(({ item }) => isKnown(item)),
      attributesRight,
    ),
  )
  const withStory = changed.filter(({ item }) => item.story !== null)
  if (withStory.length > 0) {
    add(
      'captions wholly true',
      share(withStory, (each) => isTrue(each, each.caption)),
    )
    const related = withStory.filter((each) => relations(each.caption) > 0)
    add('captions that name an anchor', related.length / withStory.length)
    add(
      'of these wholly true',
      share(related, (each) => isTrue(each, each.caption)),
    )
    add('every change named', share(withStory, namesAll))
  }
  for (const [label, text] of [
    ['refined', (each: Outcome) => each.caption],
    ['before refinement', (each: Outcome) => each.plainCaption],
    ['given the true mask', (each: Outcome) => each.guided],
    ['ceiling', (each: Outcome) => likeliest(each.item.drafts)],
  ] as const) {
    const items: CaptionItem[] = outcomes.map((each, index) => ({
      id: String(index),
      hypothesis: text(each),
      references: each.item.references,
    }))
    const scores = scoreCaptions(items, (caption) => caption.replaceAll(',', ''))
    add(`BLEU-4, ${label}`, scores.get('BLEU-4')?.corpus ?? 0)
    add(`CIDEr-D, ${label}`, scores.get('CIDEr-D')?.corpus ?? 0)
  }
  const [asked, unasked] = [new Overlap(), new Overlap()]
  for (const each of changed) {
    if (each.guidedMask !== null) asked.add(each.guidedMask, truthOf(each.item))
    unasked.add(unionOf(each.regions), truthOf(each.item))
  }
  add('mask IoU of changed pairs, given a true caption', asked.iou)
  add('mask IoU of changed pairs, unaided', unasked.iou)
  console.log(`\n${name}: ${outcomes.length} pairs, ${changed.length} changed`)
  for (const [label, value] of rows) console.log(`${label.padEnd(50)} ${value}`)
  for (const each of outcomes.slice(0, 6))
    console.log(`   said: ${each.caption} | true: ${each.item.references[0]}`)
}

function sum(values: Uint8Array): number {
  return values.reduce((total, value) => total + value, 0)
}

function share<T>(all: readonly T[], holds: (each: T) => boolean): number {
  return all.filter(holds).length / Math.max(1, all.length)
}

function isSingle({ item }: Outcome): boolean {
  return item.pair.record.categories.length === 1
}

function isKnown(item: Item): boolean {
  return item.pair.record.categories.length === 1 && item.pair.record.world === 'blocks'
}

function auc(outcomes: readonly Outcome[]): number {
  const yes = outcomes
    .filter(({ item }) => item.pair.record.categories.length > 0)
    .map(({ seen }) => seen.chance)
  const no = outcomes
    .filter(({ item }) => item.pair.record.categories.length === 0)
    .map(({ seen }) => seen.chance)
  let wins = 0
  for (const a of yes) for (const b of no) wins += a > b ? 1 : a === b ? 0.5 : 0
  return wins / Math.max(1, yes.length * no.length)
}

function regionRecall(changed: readonly Outcome[]): number {
  let found = 0
  let all = 0
  for (const { item, regions } of changed) {
    const masks = regions.map(({ mask }) => upscale(mask))
    item.pair.record.categories.forEach((_, index) => {
      all++
      const truth = truthOf(item, index + 1)
      const hit = masks.some((mask) => {
        const overlap = new Overlap()
        overlap.add(mask, truth)
        return overlap.iou >= 0.5
      })
      if (hit) found++
    })
  }
  return found / Math.max(1, all)
}

/** Shape, colour, material and size of the thing as it was, or of one that was added as it is. */
function attributesRight({ item, regions }: Outcome): boolean {
  const [region] = regions
  if (region === undefined) return false
  const { regionObjects, objects } = item.pair.record
  const [{ before, after }] = regionObjects
  const frame = before > 0 ? 0 : 1
  const thing = frame === 0 ? objects.before[before - 1] : objects.after[after - 1]
  let at = frame * 20
  return ATTRIBUTE_NAMES.every((name) => {
    const classes: readonly string[] = ATTRIBUTES[name]
    const logits = region.attributes.subarray(at, (at += classes.length + 1))
    const best = logits.indexOf(Math.max(...logits.slice(1)), 1)
    return classes[best - 1] === thing[name]
  })
}

function isTrue({ item }: Outcome, caption: string): boolean {
  const { story } = item
  return story !== null && parseCaption(caption).some((reading) => judge(story, reading) === null)
}

function relations(caption: string): number {
  const [reading] = parseCaption(caption)
  return (reading ?? []).filter(
    (each) =>
      'subject' in each &&
      (each.subject.relation !== null || ('destination' in each && each.destination !== null)),
  ).length
}

/** As many statements as changes, of the same kinds. */
function namesAll({ item, caption }: Outcome): boolean {
  const wanted = (item.story?.changes ?? [])
    .map(({ type }) => type as string)
    .sort()
    .join()
  return parseCaption(caption).some(
    (reading) =>
      reading
        .map(({ kind }) => kind as string)
        .sort()
        .join() === wanted,
  )
}

const [folder, ...sets] = process.argv.slice(2)
let threshold = 0.5
const limit = Number(process.env['LIMIT'] ?? Infinity)
const model = await CcrcModel.open(folder, { provider: 'cpu', threads: 2 })
threshold = model.manifest.thresholds['change'] ?? 0.5
for (const set of sets) {
  const items = (await load(set)).slice(0, limit)
  const outcomes: Outcome[] = []
  const started = performance.now()
  for (const item of items) outcomes.push(await run(model, item))
  console.log(`${((performance.now() - started) / items.length).toFixed(0)} ms a pair for all measurements`)
  report(set, outcomes)
}
await model.release()
