import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '../../contract/client'
import { advancedTrainingSchema, trainingOptionsSchema } from '../../contract/training'
import type { AdvancedTraining, TrainingLine } from '../../contract/training'
import { initialValues } from '../../graph'
import type { Parameter } from '../../graph'
import { encodePng } from '../../images/raster'
import { emptyRle, encodeRle } from '../../mask/rle'
import { writePackage } from '../../packages/write-package'
import { nodeProcessHost } from '../../process/process-host'
import { makePair } from '../../synth/make'
import { ccrcLayout } from '../../models/ccrc/network/stages'
import { trainTokenizer } from '../../text/bpe/train'
import { correctedPairSchema } from '../data/corrected-pair'
import type { CorrectedPair } from '../data/corrected-pair'
import { RUN_FILES } from '../run-folder'
import type { FineTuneJob } from '../run-folder'
import { trainerContract } from './trainer-contract'

const kinds = ['add', 'color', 'drop', 'material', 'move', 'rotate', 'size', 'swap']

/** By scale: to make them takes longest. */
const started = new Map<number, ReadonlyMap<string, Float32Array>>()

/**
 * A package with random weights and the categories of the Blocks world; its weights times `scale`, clamped to half
 * precision.
 * @param without parts; without refinement a run opens one graph instead of two, in half the time
 */
export async function writeUntrainedPackage(
  parent: string,
  id = 'fresh',
  scale = 1,
  without: readonly string[] = [],
): Promise<string> {
  const tokenizer = trainTokenizer(['the small red cube is gone', 'nothing has changed'], 290)
  const { parameters } = ccrcLayout({ categories: kinds.length, words: tokenizer.size })
  const values = started.get(scale) ?? startValues(parameters, scale)
  started.set(scale, values)
  mkdirSync(parent, { recursive: true })
  return writePackage(parent, {
    manifest: {
      id,
      family: 'ccrc',
      version: '0',
      parent: null,
      created: '2026-01-01T00:00:00Z',
      sizes: {},
      ...(without.length > 0 && { without: [...without] }),
      worlds: ['blocks'],
      categories: kinds,
      thresholds: { change: 0.5, window: 0.5 },
      training: null,
      scores: null,
    },
    parameters,
    values,
    tokenizer,
    card: '# Fresh\n',
  })
}

function startValues(parameters: readonly Parameter[], scale: number): Map<string, Float32Array> {
  const clamp = (value: number): number => Math.max(-6e4, Math.min(6e4, scale * value))
  return new Map([...initialValues(parameters, 7)].map(([name, values]) => [name, values.map(clamp)]))
}

/** Synthetic pairs as PNG files, with their labels as corrected pairs. */
export async function makeCorrectedPairs(
  folder: string,
  count: number,
  { width = 128, height = 128, heldOutEvery = 3 } = {},
): Promise<CorrectedPair[]> {
  mkdirSync(folder, { recursive: true })
  const spec = { world: 'blocks', profile: 'training', seed: 31, inTurn: true, width, height } as const
  const items: CorrectedPair[] = []
  for (let index = 0; index < count; index++) {
    const pair = makePair(spec, index)
    const [before, after] = ['before', 'after'].map((frame) => join(folder, `${index}-${frame}.png`))
    writeFileSync(before, await encodePng(pair.before))
    writeFileSync(after, await encodePng(pair.after))
    items.push(
      correctedPairSchema.parse({
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
  items: readonly CorrectedPair[],
  job: Pick<FineTuneJob, 'from' | 'models' | 'replay'> & Partial<FineTuneJob>,
  advanced: Partial<AdvancedTraining>,
): void {
  mkdirSync(run, { recursive: true })
  const options = trainingOptionsSchema.parse({
    preset: 'quick',
    advanced: advancedTrainingSchema.parse({ batch: 4, threads: 1, ...advanced }),
  })
  const whole: FineTuneJob = {
    id: 'tuned',
    taken: [],
    data: 'made',
    detector: null,
    device: null,
    lastProvider: null,
    options,
    ...job,
  }
  writeFileSync(join(run, RUN_FILES.items), items.map((item) => `${JSON.stringify(item)}\n`).join(''))
  writeFileSync(join(run, RUN_FILES.job), JSON.stringify(whole))
}

/** One attempt in a process of its own, until a line ends it. */
export async function runAttempt(
  run: string,
  ends: (line: TrainingLine) => 'kill' | 'pause' | null,
): Promise<string | null> {
  const hosted = await nodeProcessHost.start('training')
  const client = createClient(trainerContract)
  client.on('line', (line) => {
    const end = ends(line)
    if (end === 'kill') {
      hosted.kill()
    }
    if (end === 'pause') {
      void client.call('pause', {}).catch(() => undefined)
    }
  })
  client.connect(hosted.port)
  try {
    const { outcome, model } = await client.call('start', { run, provider: null })
    return outcome === 'paused' ? 'paused' : model
  } catch {
    return null
  } finally {
    hosted.kill()
  }
}
