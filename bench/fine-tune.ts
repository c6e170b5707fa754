// Domain shift: a base model fine-tuned on N pairs of DeepPCB boards, scored on a board that it never saw.
//   npx tsx bench/fine-tune.ts PACKAGE [--pairs 10,30,100,300] [--preset standard] [--held-out 30] [--steps N]
// Masks are the difference inside the annotated boxes; captions name class and place; groups are boards.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../build/build'
import { trainingOptionsSchema } from '../src/contract/training'
import { modelComparisonSchema } from '../src/contract/model-comparison'
import { englishOf } from '../src/messages/message'
import { decodePair } from '../src/frames/decode-pair'
import { placeOf } from '../src/views/place-phrases'
import { storedProposalsSchema } from '../src/training/fine-tuning/held-out-proposals'
import type { CorrectedPair } from '../src/training/data/corrected-pair'
import { sampleEvenly } from '../src/training/sample-evenly'
import { RUN_FILES } from '../src/training/run-folder'
import type { FineTuneJob } from '../src/training/run-folder'
import { runFineTune } from '../src/training/fine-tuning/fine-tune-run'
import { boardDefects } from './board-labels'
import { dataFolder } from './data'

/** The first letters of a file's name identify its board; this one is never trained on. */
const BOARD_LETTERS = 5
const HELD_OUT_BOARD = '77000'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    pairs: { type: 'string', default: '100' },
    preset: { type: 'string', default: 'standard' },
    'held-out': { type: 'string', default: '30' },
    steps: { type: 'string' },
    rate: { type: 'string' },
    keep: { type: 'string' },
  },
})
const data = dataFolder('pcb-defects')
if (data === null) {
  throw new Error('The boards are not on this machine: set DELTASCRIBE_DATA.')
}
const [from] = positionals
if (from === undefined) {
  throw new Error('Name the package to begin with.')
}

const names = readdirSync(join(data, 'boxes')).map((file) => file.replace('.txt', ''))
const isHeldOut = (name: string): boolean => name.slice(0, BOARD_LETTERS) === HELD_OUT_BOARD
const heldOut = sampleEvenly(names.filter(isHeldOut), Number(values['held-out']))
const others = names.filter((name) => !isHeldOut(name))

const work = values.keep === undefined ? mkdtempSync(join(tmpdir(), 'fine-tune-')) : resolve(values.keep)
const heldOutItems = await Promise.all(heldOut.map((name) => itemOf(name)))
let baselineRun: string | null = null
for (const count of values.pairs.split(',').map(Number)) {
  const trainingItems = await Promise.all(sampleEvenly(others, count).map((name) => itemOf(name)))
  const run = join(work, `run-${count}`)
  if (!existsSync(join(run, RUN_FILES.job))) {
    writeRun(run, [...trainingItems, ...heldOutItems])
  }
  if (baselineRun !== null) {
    copyBaseline(baselineRun, run)
  }
  const started = performance.now()
  let trained = started
  await runFineTune(run, {
    emit(line) {
      if (line.type === 'score') {
        const words = line.wordProbability?.toFixed(3) ?? '-'
        console.log(`  step ${line.step}: mask IoU ${line.maskIou.toFixed(3)}, words ${words}`)
      }
      if (line.type === 'phase' && line.phase === 'comparing' && line.done === 0) {
        trained = performance.now()
      }
    },
    isPauseRequested: () => false,
  })
  const verdict = modelComparisonSchema.parse(JSON.parse(readFileSync(join(run, RUN_FILES.verdict), 'utf8')))
  console.log(
    `\n${count} pairs: trained in ${minutes(started, trained)} min, verdict in ${minutes(trained, performance.now())} min`,
  )
  for (const { metric, before, after, difference } of verdict.metrics) {
    const span = `${difference.low.toFixed(3)} to ${difference.high.toFixed(3)}`
    console.log(`${metric.padEnd(16)} ${before.toFixed(3)} -> ${after.toFixed(3)}  (${span})`)
  }
  console.log(englishOf(verdict.sentence))
  for (const { key, before, after, references } of verdict.rows.slice(0, 3)) {
    console.log(`  ${key}: before "${before.caption}" after "${after.caption}" true "${references[0] ?? ''}"`)
  }
  baselineRun = run
}
if (values.keep === undefined) {
  rmSync(work, { recursive: true, force: true })
}

async function itemOf(name: string): Promise<CorrectedPair> {
  const root = data ?? ''
  const [before, after] = ['before', 'after'].map((frame) => join(root, frame, `${name}.jpg`))
  const frames = await decodePair(before, after)
  const boxes = boardDefects(root, name, frames)
  let caption = ''
  const links = boxes.map(({ category, rect }, region) => {
    if (caption !== '') {
      caption += ' and '
    }
    caption += /^[aeiou]/.test(category) ? 'an ' : 'a '
    const start = caption.length
    caption += category
    const link = { caption: 0, start, end: caption.length, region }
    caption += ` ${placeOf(rect, frames.after)}`
    return link
  })
  return {
    pairId: Number(name),
    key: name,
    before,
    after,
    regions: boxes.map(({ category, mask }) => ({ category, mask, beforeMask: null })),
    isUnchanged: boxes.length === 0,
    captions: caption === '' ? [] : [caption],
    links,
    isHeldOut: isHeldOut(name),
  }
}

function writeRun(run: string, items: readonly CorrectedPair[]): void {
  mkdirSync(run, { recursive: true })
  const options = trainingOptionsSchema.parse({
    preset: values.preset,
    grouping: { by: 'prefix', length: BOARD_LETTERS },
    advanced: {
      isUpright: false,
      steps: values.steps === undefined ? null : Number(values.steps),
      rate: values.rate === undefined ? null : Number(values.rate),
    },
  })
  const job: FineTuneJob = {
    options,
    from: resolve(from),
    id: 'pcb-tuned',
    models: join(run, 'models'),
    taken: [],
    data: 'pcb-defects',
    replay: join(work, 'replay'),
    detector: join(root, 'dist', 'models', 'nanodet'),
    device: null,
    lastProvider: null,
  }
  mkdirSync(job.models)
  writeFileSync(join(run, RUN_FILES.items), items.map((item) => `${JSON.stringify(item)}\n`).join(''))
  writeFileSync(join(run, RUN_FILES.job), JSON.stringify(job))
}

function minutes(from: number, to: number): string {
  return ((to - from) / 60_000).toFixed(1)
}

/** The first model's proposals for the held-out pairs are the same in every run. */
function copyBaseline(from: string, run: string): void {
  const [source, target] = [from, run].map((folder) => join(folder, RUN_FILES.compare))
  mkdirSync(target, { recursive: true })
  for (const file of readdirSync(source)) {
    if (existsSync(join(target, file))) {
      continue
    }
    const { before } = storedProposalsSchema.parse(JSON.parse(readFileSync(join(source, file), 'utf8')))
    writeFileSync(join(target, file), JSON.stringify({ before }))
  }
}
