import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { env } from 'onnxruntime-node'
import { candidateProviders } from '../src/inference/providers'
import { findCard, usableCores } from './gpu/card'
import type { Case } from './gpu/case'
import { allCases } from './gpu/cases'
import { orderSchema, runOrder } from './gpu/child'
import { answerDistance, parseRecords } from './gpu/record'
import type { Machine, Measurement } from './gpu/record'
import { endRunning, probe, readAnswer, runCase } from './gpu/run-case'
import { resultTable } from './gpu/table'

/**
 * `npm run bench -- gpu`: proposals, Segment Anything 2 and training steps on the CPU and on each provider beside it,
 * one at a time, each in a process of its own. A crash or a limit costs its own row. See BENCHMARKS.md, "Graphics
 * card".
 *
 *   --only PATTERN    a regular expression for the names, such as train/ or propose/ccrc; --list prints them
 *   --small           small pictures, batches of two, few repeats
 *   --seconds N       end after so long, 420 by default
 *   --limit N         seconds for one thing on one provider, 40 by default
 *   --repeat N        seconds to repeat it for, 3 by default
 *   --no-profile      leave out kernel times and the count of nodes
 *   --updates N     training updates after which losses are compared, 3 by default
 *   --threads N       of the CPU; all processors of this process by default
 *   --providers LIST  some of those that are there: webgpu,cuda
 *   --sam2 DIR        folder of a Segment Anything 2 pack
 *   --out FILE        JSON lines, added as they come
 *   --from FILE       only print the table of such a file
 */
const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
    small: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '420' },
    limit: { type: 'string', default: '40' },
    repeat: { type: 'string', default: '3' },
    'no-profile': { type: 'boolean', default: false },
    updates: { type: 'string', default: '3' },
    threads: { type: 'string' },
    providers: { type: 'string' },
    sam2: { type: 'string' },
    out: { type: 'string' },
    from: { type: 'string' },
    order: { type: 'string' },
  },
})

/** In less, nothing can be measured. */
const LEAST_MS = 5000
const NOTHING = {
  kind: 'measurement',
  pairsPerSecond: null,
  repeats: 0,
  openMs: null,
  rssMb: null,
  deviceMb: null,
  utilisation: null,
  profile: null,
  difference: null,
  firstDifference: null,
} as const

if (options.order !== undefined) {
  await runOrder(orderSchema.parse(JSON.parse(options.order)))
}
const pattern = new RegExp(options.only)
const cases = allCases().filter(({ id }) => pattern.test(id))
if (options.list) {
  console.log(cases.map(({ id, what }) => `${id.padEnd(40)}${what}`).join('\n'))
} else if (options.from !== undefined) {
  const { machine, measurements } = parseRecords(readFileSync(options.from, 'utf8'))
  console.log(resultTable(machine, measurements))
} else {
  await main()
}

async function main(): Promise<void> {
  const until = performance.now() + 1000 * Number(options.seconds)
  const card = findCard()
  const machine = await describeMachine(card)
  record(machine)
  const measurements: Measurement[] = []
  const print = (): void => console.log(`\n${resultTable(machine, measurements)}\n`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      endRunning()
      print()
      process.exit(1)
    })
  }
  if (machine.providers.length > 0) {
    const folder = mkdtempSync(join(tmpdir(), 'deltascribe-answers-'))
    for (const one of cases) {
      await measureCase(one, { machine, card, folder, until }, (measurement) => {
        measurements.push(measurement)
        record(measurement)
      })
    }
    rmSync(folder, { recursive: true, force: true })
  }
  print()
}

interface Run {
  machine: Machine
  card: ReturnType<typeof findCard>
  /** Of the answers. */
  folder: string
  until: number
}

/** The CPU first, then each provider; its difference from the CPU's answer is added. */
async function measureCase(one: Case, run: Run, add: (measurement: Measurement) => void): Promise<void> {
  const sam2 = options.sam2 ?? null
  const missing = one.missing({ sam2 })
  const answerOf = (provider: string, id = one.id): string =>
    join(run.folder, `${id.replaceAll('/', '-')}.${provider}`)
  for (const provider of ['cpu', ...run.machine.providers] as const) {
    if (provider === 'cpu' && one.onCpu !== undefined) {
      continue
    }
    const leftMs = run.until - performance.now()
    const limitMs = Math.min(1000 * Number(options.limit), leftMs)
    const reason = missing ?? (limitMs < LEAST_MS ? 'the time was up' : null)
    if (reason !== null) {
      add({ ...NOTHING, id: one.id, what: one.what, provider, problem: reason })
      continue
    }
    process.stderr.write(`${one.what} on ${provider}: `)
    const order = {
      provider,
      threads: run.machine.threads,
      isSmall: options.small,
      updates: Number(options.updates),
      sam2,
      answer: answerOf(provider),
      isProfiled: !options['no-profile'],
      seconds: options.small ? 0 : Number(options.repeat),
    }
    const measurement = await runCase(one, order, limitMs, run.card)
    const [actual, expected] = [readAnswer(order.answer), readAnswer(answerOf('cpu', one.onCpu))]
    const isCompared = provider !== 'cpu' && actual !== null && expected !== null
    const difference = isCompared ? answerDistance(one.answers, actual, expected) : null
    const firstDifference =
      isCompared && one.answers === 'loss' ? Math.abs(actual[0] / expected[0] - 1) : null
    const isWrong = isCompared && finite(difference) === null
    const { pairsPerSecond } = measurement
    const problem = isWrong ? 'its answer is no number' : measurement.problem
    const rate = pairsPerSecond === null ? 'nothing measured' : `${pairsPerSecond.toPrecision(3)} pairs/s`
    process.stderr.write(`${[rate, ...(problem === null ? [] : [problem])].join('; ')}\n`)
    add({ ...measurement, problem, difference: finite(difference), firstDifference: finite(firstDifference) })
  }
}

/** What is no number cannot be written. */
function finite(value: number | null): number | null {
  return Number.isFinite(value) ? value : null
}

async function describeMachine({ device, driver }: Run['card']): Promise<Machine> {
  const wanted = options.providers?.split(',')
  const remarks: string[] = []
  const providers: Machine['providers'] = []
  for (const provider of candidateProviders()) {
    if (provider === 'cpu' || (wanted !== undefined && !wanted.includes(provider))) {
      continue
    }
    const { report, problem } = await probe(provider)
    if (report?.isUsable === true) {
      providers.push(provider)
      remarks.push(`Probe of ${provider}: ${report.milliseconds?.toFixed(1)} ms.`)
    } else {
      remarks.push(`${provider} cannot be used: ${problem}.`)
    }
  }
  if (providers.length === 0) {
    remarks.push('No provider beside the CPU can be used: there is nothing to compare.')
  }
  const cores = usableCores()
  return {
    kind: 'machine',
    device,
    driver,
    processor: cpus()[0]?.model ?? 'an unknown processor',
    cores,
    threads: options.threads === undefined ? cores : Number(options.threads),
    node: process.versions.node,
    onnxRuntime: env.versions.node ?? env.versions.common,
    date: new Date().toISOString().slice(0, 10),
    isSmall: options.small,
    providers,
    remarks,
  }
}

function record(entry: Machine | Measurement): void {
  if (options.out !== undefined) {
    appendFileSync(options.out, `${JSON.stringify(entry)}\n`)
  }
}
