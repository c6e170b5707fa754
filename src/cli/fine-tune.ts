import { failWith } from '../contract/errors'
import type {
  Shortage,
  TrainingLine,
  TrainingOptionsInput,
  TrainingPlan,
  TrainingPreset,
  TrainingProvider,
  TrainingRun,
} from '../contract/training'
import type { ModelComparison } from '../contract/model-comparison'
import { databaseOf } from './ask-workers'
import { imagePlaceOf } from './bucket-options'
import { EXIT_CODES, remark, print, printJson } from './output'
import { stoppable, withEngine } from './with-engine'
import type { EngineClient } from './with-engine'
import { englishOf } from '../messages/message'

export interface FineTuneFlags {
  readonly project: string
  readonly preset: TrainingPreset
  readonly from?: string
  readonly steps?: number
  readonly batch?: number
  readonly rate?: number
  readonly seed: number
  readonly threads?: number
  readonly provider?: TrainingProvider
  readonly groupBy?: string
  readonly search?: string
  /** Starts a new run, even where one is paused. */
  readonly new?: boolean
  readonly json?: boolean
  /** Address of the database that the work on the folder lies in. */
  readonly database?: string
  /** A worker of the database trains. */
  readonly workers?: boolean
}

/** Fine-tunes on the reviewed pairs of a project and prints the verdict. Ctrl+C pauses; the same command continues. */
export async function fineTune(flags: FineTuneFlags): Promise<number> {
  // --project is the one to learn from: the environment names a bucket's server
  const { folder, bucket } = await imagePlaceOf(flags.project, {})
  return withEngine((client) => runFineTune(client, { ...flags, project: folder }), {
    access: 'edit',
    program: 'deltascribe fine-tune',
    database: databaseOf(folder, flags),
    bucket,
  })
}

async function runFineTune(client: EngineClient, flags: FineTuneFlags): Promise<number> {
  await client.call('project.open', { folder: flags.project, reading: null })
  const runs = flags.new === true ? [] : await client.call('training.runs', {})
  const waiting = runs.find(({ state }) => ['running', 'paused', 'interrupted', 'failed'].includes(state))
  const ended = waitForEnd(client)
  const run = waiting === undefined ? await startRun(client, flags) : await resumeRun(client, waiting)
  if (run === null) {
    return EXIT_CODES.unusable
  }
  const last = await stoppable(async (signal) => {
    signal.addEventListener('abort', () => void client.call('training.pause', { runId: run.id }))
    return ended(run.id)
  })
  return report(client, last, flags.json === true)
}

async function startRun(client: EngineClient, flags: FineTuneFlags): Promise<TrainingRun | null> {
  const options = optionsOf(flags)
  const plan = await client.call('training.preview', options)
  printPlan(plan)
  if (!plan.canStart) {
    remark('There is too little to learn from.')
    return null
  }
  return client.call('training.start', options)
}

/** The message where an unfinished run is resumed: the options given now have no effect on it. */
export function resumeMessage({ id, state, step, steps, from, options }: TrainingRun): string {
  const began = `as it was begun: from ${from}, preset ${options.preset}`
  return `Going on with ${id}, which is ${state} at ${stepInWords({ step, steps })}, ${began}. --new begins anew with the options given now.`
}

/** @throws ContractError `unavailable` */
function resumeRun(client: EngineClient, run: TrainingRun): Promise<TrainingRun> {
  // one that a worker has is followed
  if (run.state === 'running' && run.options.on === 'here') {
    const advice = 'wait until it ends, or pause it there. --new begins another run.'
    throw failWith('unavailable', `Another program is training the run ${run.id}: ${advice}`)
  }
  remark(resumeMessage(run))
  return client.call('training.resume', { runId: run.id })
}

function optionsOf({
  preset,
  from,
  search,
  groupBy,
  workers,
  ...advanced
}: FineTuneFlags): TrainingOptionsInput {
  const { steps, batch, rate, seed, threads, provider = 'auto' } = advanced
  return {
    preset,
    from: from ?? null,
    search: search ?? '',
    grouping: groupingOf(groupBy),
    on: workers === true ? 'workers' : 'here',
    advanced: {
      steps: steps ?? null,
      batch: batch ?? null,
      rate: rate ?? null,
      threads: threads ?? null,
      provider,
      seed,
    },
  }
}

/** `folder`, or `prefix:5`. @throws ContractError `invalid-input` */
export function groupingOf(text = 'automatic'): NonNullable<TrainingOptionsInput['grouping']> {
  if (text === 'automatic' || text === 'folder') {
    return { by: text }
  }
  const length = Number(/^prefix:(\d{1,3})$/.exec(text)?.[1])
  if (length >= 1) {
    return { by: 'prefix', length }
  }
  throw failWith('invalid-input', `--group-by is automatic, folder or prefix:LETTERS, not ${text}.`)
}

/** Waits for the end of a run and prints its progress. */
function waitForEnd(client: EngineClient): (id: string) => Promise<TrainingRun> {
  const ended = new Map<string, TrainingRun>()
  let notify: (() => void) | null = null
  let phase = ''
  client.on('training.changed', (run) => {
    if (run.phase !== phase && run.state === 'running') {
      ;({ phase } = run)
      remark(run.message)
    }
    if (run.state !== 'running') {
      ended.set(run.id, run)
      notify?.()
    }
  })
  client.on('training.line', ({ line }) => printLine(line))
  return (id) =>
    new Promise((resolve) => {
      notify = () => {
        const run = ended.get(id)
        if (run !== undefined) {
          resolve(run)
        }
      }
      notify()
    })
}

/** The length of a run is not known, and 0, until its speed was measured. */
function stepInWords({ step, steps }: { step: number; steps: number }): string {
  return steps === 0 ? `step ${step}` : `step ${step} of ${steps}`
}

let printedAt = 0

/** Prints a line, steps at most every five seconds. */
export function printLine(line: TrainingLine): void {
  if (line.type === 'score') {
    const words = line.wordProbability === null ? '' : `, words ${line.wordProbability.toFixed(3)}`
    const mark = line.isBest ? ' (best so far)' : ''
    remark(`step ${line.step}: held-out mask IoU ${line.maskIou.toFixed(3)}${words}${mark}`)
  } else if (line.type === 'notice') {
    remark(line.message)
  } else if (line.type === 'step' && Date.now() - printedAt > 5000) {
    printedAt = Date.now()
    const left = line.secondsLeft === null ? '' : `, ${Math.ceil(line.secondsLeft / 60)} min left`
    const rate = `${line.pairsPerSecond.toFixed(1)} pairs/s`
    remark(`${stepInWords(line)}, loss ${line.loss.toFixed(3)}, ${rate}${left}`)
  }
}

function printPlan(plan: TrainingPlan): void {
  const { pairCount, train, heldOut, groupCount, byCategory, newWords, shortages, leftOut, from } = plan
  const words = plan.learnsCaptions ? `; ${newWords.length} words are new to it` : ''
  remark(`${pairCount} reviewed pairs in ${groupCount} groups: ${train} to learn from, ${heldOut} held out.`)
  if (from !== null) {
    remark(`Beginning with ${from}${words}.`)
  }
  const names = byCategory.slice(0, 12).map(({ category, regions }) => `${category} ${regions}`)
  if (names.length > 0) {
    remark(`Regions: ${names.join(', ')}.`)
  }
  shortages.forEach(({ message }: Shortage) => remark(message))
  leftOut.forEach(({ key, reason }) => remark(`${key} is left out: ${englishOf(reason)}`))
}

async function report(client: EngineClient, run: TrainingRun, isJson: boolean): Promise<number> {
  if (run.state === 'paused' || run.state === 'interrupted') {
    remark(`${englishOf(run.message)} The same command continues it.`)
    return EXIT_CODES.stopped
  }
  if (run.state !== 'done') {
    throw failWith('unavailable', run.message)
  }
  const verdict = await client.call('training.verdict', { runId: run.id })
  if (isJson) {
    printJson({ run, verdict })
  } else if (verdict !== null) {
    printComparison(verdict)
    print(`The model is ${run.model ?? ''}. It is used once you promote it.`)
  }
  return EXIT_CODES.fine
}

function printComparison({ sentence, metrics }: ModelComparison): void {
  for (const { metric, before, after, difference } of metrics) {
    const span = `${difference.low.toFixed(3)} to ${difference.high.toFixed(3)}`
    print(`${metric.padEnd(16)} ${before.toFixed(3)} -> ${after.toFixed(3)}   (difference ${span})`)
  }
  print(sentence)
}
