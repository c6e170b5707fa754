import { readFile, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { decodePair } from '../src/frames/decode-pair'
import type { Raster } from '../src/images/raster'
import { createCcrcProposer } from '../src/models/ccrc/predictor/predictor'
import { createDifferenceProposer } from '../src/models/difference/proposer'
import type { DifferenceProposal } from '../src/models/difference/proposer'
import { DEFAULT_SETTINGS } from '../src/models/difference/settings'
import { decodeRle } from '../src/mask/rle'
import { auc, emptyCounts, fixedMask, countPixels, otsuMask, iouOf } from './difference-scores'
import type { PixelCounts } from './difference-scores'
import { dataFolder } from './data'
import { grey, spread, touchesBox, unionOf } from './evaluation-sets'
import { englishOf } from '../src/messages/message'

/**
 * The `difference` proposer on the optional evaluation sets, one default setting for all, beside a fixed
 * threshold of 25 and Otsu's on the blurred maximum-channel difference. Run with
 * `npx tsx bench/difference-accuracy.bench.ts [--model FOLDER] [--limit N] [--set NAME] [--scale FIELD=FACTOR]`.
 */
const { values: options } = parseArgs({
  options: {
    limit: { type: 'string', default: '1000000' },
    set: { type: 'string', default: 'surveillance,pcb-defects,clevr-change,remote-sensing-levir' },
    provider: { type: 'string', default: 'cpu' },
    model: { type: 'string' },
    scale: { type: 'string', multiple: true, default: [] },
    verbose: { type: 'boolean', default: false },
  },
})
const limit = Number(options.limit)
const SETTINGS = { ...DEFAULT_SETTINGS }
for (const change of options.scale) {
  const [field, factor] = change.split('=') as [keyof typeof SETTINGS, string]
  SETTINGS[field] *= Number(factor)
}
const sets: Record<string, (folder: string, proposer: OpenedProposer) => Promise<void>> = {
  surveillance,
  'pcb-defects': pcbDefects,
  'clevr-change': clevrChange,
  'remote-sensing-levir': remoteSensing,
}
const seconds: number[] = []

async function timed(proposer: OpenedProposer, before: Raster, after: Raster): Promise<PlainProposal> {
  const draft = await proposer.propose(before, after)
  seconds.push(draft.milliseconds['total'] / 1000)
  return draft
}

async function surveillance(folder: string, proposer: OpenedProposer): Promise<void> {
  const files = await readdir(folder)
  const keys = files.filter((file) => file.endsWith('_before.png')).map((file) => file.slice(0, -11))
  const masks = await readdir(join(folder, 'masks'))
  const totals = new Map<string, { ours: PixelCounts; fixed: PixelCounts; otsu: PixelCounts }>()
  for (const key of spread(keys.toSorted(), limit)) {
    const afterFile = files.find((file) => file.startsWith(`${key}_after.`)) ?? ''
    const { before, after } = await decodePair(join(folder, `${key}_before.png`), join(folder, afterFile))
    const truth = await grey(join(folder, 'masks', masks.find((file) => file.startsWith(`${key}.`)) ?? ''))
    const draft = await timed(proposer, before, after)
    const sequence = key.split('_')[0]
    const total = totals.get(sequence) ?? { ours: emptyCounts(), fixed: emptyCounts(), otsu: emptyCounts() }
    totals.set(sequence, total)
    countPixels(total.ours, unionOf(draft, after), truth)
    countPixels(total.fixed, fixedMask(before, after, 25), truth)
    countPixels(total.otsu, otsuMask(before, after), truth)
  }
  console.log('\nsurveillance: dataset IoU by sequence (unknown pixels left out)')
  const rows = [...totals].map(([sequence, { ours, fixed, otsu }]) => ({
    sequence,
    ours: iouOf(ours),
    fixed: iouOf(fixed),
    otsu: iouOf(otsu),
  }))
  const mean = (pick: (row: (typeof rows)[number]) => number): number =>
    rows.reduce((sum, row) => sum + pick(row), 0) / rows.length
  rows.push({
    sequence: 'mean',
    ours: mean((r) => r.ours),
    fixed: mean((r) => r.fixed),
    otsu: mean((r) => r.otsu),
  })
  for (const { sequence, ours, fixed, otsu } of rows) {
    const columns = [ours, fixed, otsu].map((value) => value.toFixed(3))
    console.log(
      `  ${sequence.padEnd(16)} difference ${columns[0]}  fixed 25 ${columns[1]}  Otsu ${columns[2]}`,
    )
  }
}

async function pcbDefects(folder: string, proposer: OpenedProposer): Promise<void> {
  const files = await readdir(join(folder, 'before'))
  const afters = await readdir(join(folder, 'after'))
  let [boxes, touched, falseRegions, pairs] = [0, 0, 0, 0]
  for (const file of spread(files.toSorted(), limit)) {
    const key = basename(file, '.jpg')
    const afterFile = afters.find((name) => name.startsWith(`${key}.`)) ?? ''
    const { before, after } = await decodePair(join(folder, 'before', file), join(folder, 'after', afterFile))
    const draft = await timed(proposer, before, after)
    const text = await readFile(join(folder, 'boxes', `${key}.txt`), 'utf8')
    const defects = text
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(/[\s,]+/).map(Number))
    const masks = draft.regions.map((region) => decodeRle(region.mask).data)
    const touches = masks.map((mask) => defects.map((box) => touchesBox(mask, after.width, box)))
    const missed = defects.filter((_, at) => !touches.some((row) => row[at]))
    boxes += defects.length
    touched += defects.length - missed.length
    const wrong = touches.filter((row) => !row.includes(true)).length
    falseRegions += wrong
    pairs += 1
    if (options.verbose) {
      console.log(`  ${key} missed ${missed.length} false ${wrong}`)
    }
  }
  console.log(`\npcb-defects: ${pairs} pairs, ${boxes} boxes`)
  console.log(
    `  touched ${((100 * touched) / boxes).toFixed(2)} %  false regions a pair ${(falseRegions / pairs).toFixed(2)}`,
  )
}

async function clevrChange(folder: string, proposer: OpenedProposer): Promise<void> {
  const keys = (await readdir(join(folder, 'images'))).map((file) => file.slice(-10, -4)).toSorted()
  const changed: number[] = []
  const same: number[] = []
  for (const key of spread(keys, Math.ceil(limit / 2))) {
    const first = join(folder, 'images', `CLEVR_default_${key}.png`)
    for (const [scores, file] of [
      [changed, join('sc_images', `CLEVR_semantic_${key}.png`)],
      [same, join('nsc_images', `CLEVR_nonsemantic_${key}.png`)],
    ] as const) {
      const { before, after } = await decodePair(first, join(folder, file))
      const draft = await timed(proposer, before, after)
      scores.push(draft.score)
      if (options.verbose) {
        console.log(
          `  ${file} ${draft.score.toFixed(3)} ${draft.regions.length} ${draft.remarks.map(englishOf).join(' ')}`,
        )
      }
    }
  }
  console.log(`\nclevr-change: ${changed.length + same.length} pairs`)
  console.log(
    `  AUC of the change score, changed against only viewpoint and light: ${auc(changed, same).toFixed(3)}`,
  )
}

async function remoteSensing(folder: string, proposer: OpenedProposer): Promise<void> {
  const labels = await readdir(join(folder, 'label'))
  const total = { ours: emptyCounts(), fixed: emptyCounts(), otsu: emptyCounts() }
  for (const file of spread(labels.toSorted(), limit)) {
    const { before, after } = await decodePair(join(folder, 'A', file), join(folder, 'B', file))
    const truth = await grey(join(folder, 'label', file))
    countPixels(total.ours, unionOf(await timed(proposer, before, after), after), truth)
    countPixels(total.fixed, fixedMask(before, after, 25), truth)
    countPixels(total.otsu, otsuMask(before, after), truth)
  }
  const columns = [total.ours, total.fixed, total.otsu].map((counts) => iouOf(counts).toFixed(3))
  console.log(`\nremote-sensing-levir: difference ${columns[0]}  fixed 25 ${columns[1]}  Otsu ${columns[2]}`)
}

/** A proposal without evidence and aligned frame, which are not measured here. */
type PlainProposal = Omit<DifferenceProposal, 'evidence' | 'aligned' | 'changes'>
interface OpenedProposer {
  propose(before: Raster, after: Raster): Promise<PlainProposal>
  release(): Promise<void>
}

async function openProposer(): Promise<OpenedProposer> {
  const session = { provider: options.provider as 'cpu', threads: 1 }
  if (options.model === undefined) {
    return createDifferenceProposer(session, SETTINGS)
  }
  const model = await createCcrcProposer(options.model, session)
  let pairs = 0
  return {
    propose: (before, after) => model.propose(before, after, String((pairs += 1))),
    release: () => model.release(),
  }
}

const proposer = await openProposer()
for (const name of options.set.split(',')) {
  const folder = dataFolder(name)
  if (folder === null) {
    console.log(`\n${name}: not here (set DELTASCRIBE_DATA), left out`)
    continue
  }
  seconds.length = 0
  await sets[name](folder, proposer)
  const mean = seconds.reduce((sum, value) => sum + value, 0) / seconds.length
  console.log(`  ${(1000 * mean).toFixed(0)} ms a pair, decoding left out`)
}
await proposer.release()
