import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { countValues, initialValues } from '../src/graph/parameters'
import { decoderModel, segmenterModel } from '../src/training/testing-models'
import type { ReferenceModel } from '../src/training/testing-models'
import { TrainStep } from '../src/training/train-step'

/**
 * Time and memory of one training step (forward, backward, clipping, AdamW) on the CPU, as a ratio
 * to the time of its matrix products and convolutions alone and, where the variable PYTHON names a
 * Python with PyTorch, to PyTorch with as many threads.
 *
 *   npx tsx bench/training-step.bench.ts            the table
 *   npx tsx bench/training-step.bench.ts --memory   memory over 500 steps
 *   PROVIDER=webgpu npx tsx ...                     on a GPU
 */
const SIZES = {
  segmenter: { width: 32, image: 128, batch: 16 },
  decoder: { features: 256, heads: 8, words: 1000, length: 28, memory: 212, batch: 16 },
}
// A large state and little work: what is not freed shows.
const MEMORY_SIZES = {
  segmenter: { width: 48, image: 16, batch: 2 },
  decoder: { features: 256, heads: 8, words: 1000, length: 4, memory: 4, batch: 2 },
}
type Name = keyof typeof SIZES

const threads = Number(process.env.THREADS ?? Math.max(1, Math.floor(cpus().length)))
const provider = process.env.PROVIDER === 'webgpu' ? 'webgpu' : 'cpu'
const PRODUCTS = new Set(['Conv', 'FusedConv', 'ConvTranspose', 'Gemm', 'MatMul', 'FusedMatMul'])

interface Timing {
  medianMs: number
  minMs: number
  /** Processor time of the cheapest step: steadier than the clock on a busy machine. */
  cpuMs: number
}

interface Figures extends Timing {
  parameters: number
  peakMb: number
  productsMs: number
  /** The whole of the step that `productsMs` is of. */
  profiledMs: number
  /** Share of each operator in the node time, largest first. */
  shares: [string, number][]
}

function modelOf(name: Name, of: typeof SIZES): ReferenceModel {
  return name === 'segmenter' ? segmenterModel(of.segmenter) : decoderModel(of.decoder)
}

async function timeSteps(training: TrainStep, model: ReferenceModel, count: number): Promise<Timing> {
  const batch = model.batch(0)
  for (let warm = 0; warm < 3; warm++) {
    await training.run(batch, 1e-3)
  }
  const times: number[] = []
  const costs: number[] = []
  for (let step = 0; step < count; step++) {
    const [start, before] = [performance.now(), process.cpuUsage()]
    await training.run(batch, 1e-3)
    times.push(performance.now() - start)
    const { user, system } = process.cpuUsage(before)
    costs.push((user + system) / 1000)
  }
  times.sort((a, b) => a - b)
  return { medianMs: times[count >> 1], minMs: times[0], cpuMs: Math.min(...costs) }
}

async function measure(name: Name): Promise<Figures> {
  const model = modelOf(name, SIZES)
  const values = initialValues(model.parameters, 7)
  const plain = await TrainStep.create(model.graph(), values, { provider, threads })
  const timing = await timeSteps(plain, model, 15)
  await plain.release()
  const peakMb = process.resourceUsage().maxRSS / 1024
  const folder = mkdtempSync(join(tmpdir(), 'training-step-'))
  const options = { provider, threads, profile: join(folder, 'profile') } as const
  const profiled = await TrainStep.create(model.graph(), values, options)
  await timeSteps(profiled, model, 10)
  await profiled.release()
  const { times, profiledMs } = readProfile(join(folder, readdirSync(folder)[0]))
  rmSync(folder, { recursive: true })
  const total = [...times.values()].reduce((sum, ms) => sum + ms, 0)
  const shares = [...times].map(([op, ms]): [string, number] => [op, ms / total]).sort((a, b) => b[1] - a[1])
  const productsMs = [...times].reduce((sum, [op, ms]) => (PRODUCTS.has(op) ? sum + ms : sum), 0)
  return { ...timing, parameters: countValues(model.parameters), peakMb, productsMs, profiledMs, shares }
}

interface ProfileEvent {
  cat: string
  name: string
  /** Microseconds. */
  ts: number
  dur: number
  args?: { op_name?: string }
}

/** Milliseconds of each operator and of the whole in the fastest run: what disturbs one disturbs both. */
function readProfile(path: string): { times: Map<string, number>; profiledMs: number } {
  const events = JSON.parse(readFileSync(path, 'utf8')) as ProfileEvent[]
  const runs = events.filter(({ name }) => name === 'model_run').sort((a, b) => a.dur - b.dur)
  const [{ ts: start, dur }] = runs
  const times = new Map<string, number>()
  for (const { cat, name, ts, dur: microseconds, args } of events) {
    if (cat !== 'Node' || !name.endsWith('_kernel_time') || ts < start || ts > start + dur) {
      continue
    }
    const op = args?.op_name ?? name
    times.set(op, (times.get(op) ?? 0) + microseconds / 1000)
  }
  return { times, profiledMs: dur / 1000 }
}

function torchTimes(): Record<Name, Timing> | null {
  const python = process.env.PYTHON
  if (python === undefined || provider !== 'cpu') {
    return null
  }
  const script = fileURLToPath(new URL('training_step_pytorch.py', import.meta.url))
  const { stdout, stderr, status } = spawnSync(python, ['-B', script, JSON.stringify(SIZES), String(threads)])
  if (status !== 0) {
    process.stderr.write(`PyTorch was not measured: ${String(stderr)}\n`)
    return null
  }
  return JSON.parse(String(stdout)) as Record<Name, Timing>
}

/** In a process of its own: peaks do not mix. */
function inChild(...args: string[]): unknown {
  const self = fileURLToPath(import.meta.url)
  const { stdout, stderr, status } = spawnSync(process.execPath, [...process.execArgv, self, ...args])
  if (status !== 0) {
    throw new Error(String(stderr))
  }
  return JSON.parse(String(stdout))
}

function printTable(): void {
  const names = Object.keys(SIZES) as Name[]
  const rows = names.map((name) => ({ name, figures: inChild('--measure', name) as Figures }))
  const torch = torchTimes()
  const lines = [
    `${provider}, ${threads} threads, ${cpus()[0].model}, ONNX Runtime 1.30, ${new Date().toISOString().slice(0, 10)}`,
    '',
    '| model | parameters | step, median (best) | products alone (of) | step / products | PyTorch | step / PyTorch | processor time / PyTorch | peak memory |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows.map(
      ({ name, figures: { parameters, medianMs, minMs, cpuMs, productsMs, profiledMs, peakMb } }) => {
        const peer = torch?.[name]
        const cells = [
          name,
          `${(parameters / 1e6).toFixed(2)} M`,
          `${medianMs.toFixed(0)} ms (${minMs.toFixed(0)})`,
          `${productsMs.toFixed(0)} ms (${profiledMs.toFixed(0)})`,
          (profiledMs / productsMs).toFixed(2),
          peer === undefined ? 'not measured' : `${peer.medianMs.toFixed(0)} ms (${peer.minMs.toFixed(0)})`,
          peer === undefined
            ? ''
            : `${(medianMs / peer.medianMs).toFixed(2)} (${(minMs / peer.minMs).toFixed(2)})`,
          peer === undefined
            ? ''
            : `${cpuMs.toFixed(0)} / ${peer.cpuMs.toFixed(0)} ms, ${(cpuMs / peer.cpuMs).toFixed(2)}`,
          `${peakMb.toFixed(0)} MB`,
        ]
        return `| ${cells.join(' | ')} |`
      },
    ),
    '',
    ...rows.map(({ name, figures: { shares } }) => {
      const largest = shares.slice(0, 12).map(([op, share]) => `${op} ${(100 * share).toFixed(1)} %`)
      return `${name}, share of node time: ${largest.join(', ')}.`
    }),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Resident megabytes after each hundred steps. */
async function growth(name: Name): Promise<number[]> {
  const model = modelOf(name, MEMORY_SIZES)
  const training = await TrainStep.create(model.graph(), initialValues(model.parameters, 7), {
    provider,
    threads,
  })
  const marks: number[] = []
  for (let step = 1; step <= 500; step++) {
    await training.run(model.batch(step % 4), 1e-4)
    if (step % 100 === 0) {
      marks.push(Math.round(process.memoryUsage().rss / 2 ** 20))
    }
  }
  await training.release()
  return marks
}

async function main(): Promise<void> {
  const [command, name] = process.argv.slice(2) as [string?, Name?]
  if (command === '--measure' && name !== undefined) {
    process.stdout.write(JSON.stringify(await measure(name)))
  } else if (command === '--growth' && name !== undefined) {
    process.stdout.write(JSON.stringify(await growth(name)))
  } else if (command === '--memory') {
    for (const each of Object.keys(SIZES)) {
      const marks = inChild('--growth', each) as number[]
      process.stdout.write(`${each}: resident after 100, 200, ... 500 steps: ${marks.join(', ')} MB\n`)
    }
  } else {
    printTable()
  }
}

void main()
