import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '../../contract/client'
import { advancedTrainingSchema, trainingOptionsSchema } from '../../contract/training'
import type { AdvancedTraining, TrainingLine } from '../../contract/training'
import { initialValues } from '../../graph'
import { encodePng } from '../../images/encode'
import { emptyRle, encodeRle } from '../../mask/rle'
import { writePackage } from '../../packages/write-package'
import { nodeProcessHost } from '../../process/process-host'
import { makePair } from '../../synth/make'
import { ccrcLayout } from '../../systems/ccrc/inference'
import { trainTokenizer } from '../../text/bpe/train'
import { tuneItemSchema, type TuneItem } from './item'
import { runFiles, type TuneJob } from './run-folder'
import { trainerContract } from './trainer-contract'

const kinds = ['add', 'color', 'drop', 'material', 'move', 'rotate', 'size', 'swap']

/**
 * A package that was taught nothing and knows the kinds of change of the Blocks world; its weights times `scale`,
 * within what a package holds.
 */
export async function writeFreshPackage(parent: string, id = 'fresh', scale = 1): Promise<string> {
  const tokenizer = trainTokenizer(['the small red cube is gone', 'nothing has changed'], 290)
  const { parameters } = ccrcLayout({ categories: kinds.length, words: tokenizer.size })
  mkdirSync(parent, { recursive: true })
  return writePackage(parent, {
    manifest: {
      id,
      family: 'ccrc',
      version: '0',
      parent: null,
      created: '2026-01-01T00:00:00Z',
      sizes: {},
      worlds: ['blocks'],
      categories: kinds,
      thresholds: { change: 0.5, window: 0.5 },
      training: null,
      scores: null,
    },
    parameters,
    values: new Map(
      [...initialValues(parameters, 7)].map(([name, values]) => [
        name,
        values.map((value) => Math.max(-6e4, Math.min(6e4, scale * value))),
      ]),
    ),
    tokenizer,
    card: '# Fresh\n',
  })
}

/** Made pairs as PNG files, and what a person would have made of them. */
export async function makeItems(
  folder: string,
  count: number,
  { width = 128, height = 128, heldOutEvery = 3 } = {},
): Promise<TuneItem[]> {
  mkdirSync(folder, { recursive: true })
  const order = { world: 'blocks', profile: 'training', seed: 31, inTurn: true, width, height } as const
  const items: TuneItem[] = []
  for (let index = 0; index < count; index++) {
    const pair = makePair(order, index)
    const [before, after] = ['before', 'after'].map((frame) => join(folder, `${index}-${frame}.png`))
    writeFileSync(before, await encodePng(pair.before))
    writeFileSync(after, await encodePng(pair.after))
    items.push(
      tuneItemSchema.parse({
        pairId: index + 1,
        key: `made-${index}`,
        before,
        after,
        regions: pair.regions.map((region) => {
          const mask = region.after ?? region.vacated
          return {
            category: region.category,
            mask: mask === null ? emptyRle(width, height) : encodeRle(mask),
            beforeMask: region.before === null ? null : encodeRle(region.before),
          }
        }),
        isUnchanged: pair.regions.length === 0,
        captions: pair.captions.slice(0, 2).map(({ text }) => text),
        links: [],
        isHeldOut: index % heldOutEvery === 0,
      }),
    )
  }
  return items
}

/** Writes a run that can be started. */
export function writeRun(
  run: string,
  items: readonly TuneItem[],
  job: Pick<TuneJob, 'from' | 'models' | 'replay'> & Partial<TuneJob>,
  advanced: Partial<AdvancedTraining>,
): void {
  mkdirSync(run, { recursive: true })
  const options = trainingOptionsSchema.parse({
    preset: 'quick',
    advanced: advancedTrainingSchema.parse({ batch: 4, threads: 1, ...advanced }),
  })
  const whole: TuneJob = { id: 'tuned', taken: [], data: 'made', options, ...job }
  writeFileSync(join(run, runFiles.items), items.map((item) => `${JSON.stringify(item)}\n`).join(''))
  writeFileSync(join(run, runFiles.job), JSON.stringify(whole))
}

/** One sitting in a process of its own, until a line ends it. */
export async function sit(
  run: string,
  ends: (line: TrainingLine) => 'kill' | 'pause' | null,
): Promise<string | null> {
  const hosted = await nodeProcessHost.start('training')
  const client = createClient(trainerContract)
  client.on('line', (line) => {
    const end = ends(line)
    if (end === 'kill') hosted.kill()
    if (end === 'pause') void client.call('pause', {}).catch(() => undefined)
  })
  client.connect(hosted.port)
  try {
    const { outcome, model } = await client.call('start', { run })
    return outcome === 'paused' ? 'paused' : model
  } catch {
    return null
  } finally {
    hosted.kill()
  }
}
