import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { messageOf } from '../../src/contract/errors'
import { providerNameSchema, providerReportSchema } from '../../src/contract/proposal'
import { probeProvider } from '../../src/inference/probe'
import type { OpenCase } from './case'
import { allCases } from './cases'
import { readProfile } from './profile'
import { profileSchema } from './record'

/** The work of one process: a provider's probe, or one thing on one provider. */
export const orderSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('probe'), provider: providerNameSchema }),
  z.object({
    kind: z.literal('measure'),
    id: z.string(),
    provider: providerNameSchema,
    threads: z.int(),
    isSmall: z.boolean(),
    updates: z.int(),
    sam2: z.string().nullable(),
    /** Where the answer is written. */
    answer: z.string(),
    /** Milliseconds from the start of this process. */
    limitMs: z.number(),
    seconds: z.number(),
    isProfiled: z.boolean(),
  }),
])
export type Order = z.infer<typeof orderSchema>
type MeasureOrder = Extract<Order, { kind: 'measure' }>

/** What a process tells on the way: a process that is killed has told what it measured until then. */
export const reportSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('probe'), report: providerReportSchema }),
  z.object({ kind: z.literal('opened'), ms: z.number(), pairs: z.int() }),
  z.object({ kind: z.literal('warm-up'), ms: z.number() }),
  /** The answer's file is written, and measuring begins. */
  z.object({ kind: z.literal('answered') }),
  z.object({ kind: z.literal('time'), ms: z.number(), rssMb: z.number() }),
  z.object({ kind: z.literal('measured') }),
  z.object({ kind: z.literal('profile'), profile: profileSchema }),
  z.object({ kind: z.literal('problem'), message: z.string() }),
  z.object({ kind: z.literal('done') }),
])
export type Report = z.infer<typeof reportSchema>

const FEWEST_REPEATS = 3
const MOST_REPEATS = 200

/** Does what it is told and ends the process. */
export async function runOrder(order: Order): Promise<never> {
  try {
    if (order.kind === 'probe') {
      await tell({ kind: 'probe', report: await probeProvider(order.provider) })
    } else {
      await measure(order)
    }
    await tell({ kind: 'done' })
  } catch (error) {
    await tell({ kind: 'problem', message: messageOf(error) })
  }
  // a driver may fail while the process is taken down
  process.exit(0)
}

async function measure(order: MeasureOrder): Promise<void> {
  const { id, limitMs, provider, isProfiled } = order
  const found = allCases().find((one) => one.id === id)
  if (found === undefined) {
    throw new RangeError(`there is nothing named ${id}`)
  }
  const started = performance.now()
  const open = await found.open(order)
  const openMs = performance.now() - started
  await tell({ kind: 'opened', ms: openMs, pairs: open.pairs })
  let firstMs = 0
  for (let run = 0; run < open.warmUps; run += 1) {
    const ms = await timed(open)
    firstMs = Math.max(firstMs, ms)
    await tell({ kind: 'warm-up', ms })
  }
  writeFileSync(order.answer, Buffer.from(open.answer().slice().buffer))
  await tell({ kind: 'answered' })
  const lastMs = await repeat(open, order)
  await tell({ kind: 'measured' })
  await open.release()
  // to open once more, a run that compiles, one that a profile slows down, and to write the profile
  const profileMs = 1.5 * openMs + firstMs + 4 * lastMs + 2000
  const isInTime = performance.now() + profileMs < limitMs
  if (open.profile !== undefined && isProfiled && provider !== 'cpu' && isInTime) {
    await tellProfile(open.profile)
  }
}

/** @returns milliseconds of the last run */
async function repeat(open: OpenCase, { limitMs, seconds, isSmall }: MeasureOrder): Promise<number> {
  const started = performance.now()
  const fewest = isSmall ? 1 : FEWEST_REPEATS
  let ms = 0
  for (let count = 0; count < MOST_REPEATS; count += 1) {
    const now = performance.now()
    if ((count >= fewest && now - started > 1000 * seconds) || (count > 0 && now + 1.5 * ms > limitMs)) {
      break
    }
    ms = await timed(open)
    await tell({ kind: 'time', ms, rssMb: process.resourceUsage().maxRSS / 1024 })
  }
  return ms
}

async function timed(open: OpenCase): Promise<number> {
  const started = performance.now()
  await open.run()
  return performance.now() - started
}

async function tellProfile(profile: (prefix: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'deltascribe-profile-'))
  try {
    await profile(join(folder, 'profile'))
    const [name] = readdirSync(folder)
    await tell({ kind: 'profile', profile: readProfile(readFileSync(join(folder, name), 'utf8')) })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function tell(report: Report): Promise<void> {
  return new Promise((resolve, reject) => {
    if (process.send === undefined) {
      reject(new Error('this process has no parent to report to'))
      return
    }
    process.send(report, undefined, {}, (error) => (error === null ? resolve() : reject(error)))
  })
}
