import { z } from 'zod'
import { providerNameSchema } from '../../src/contract/proposal'

/** The machine of a run, as the first line of the file of results. */
export const machineSchema = z.object({
  kind: z.literal('machine'),
  /** Name of the card, "software driver" or "no card". */
  device: z.string(),
  driver: z.string().nullable(),
  processor: z.string(),
  cores: z.int(),
  threads: z.int(),
  node: z.string(),
  onnxRuntime: z.string(),
  date: z.string(),
  isSmall: z.boolean(),
  /** Providers beside the CPU that gave the known answer. */
  providers: z.array(providerNameSchema),
  /** Why the others are left out. */
  remarks: z.array(z.string()),
})
export type Machine = z.infer<typeof machineSchema>

/** How an answer is compared with the CPU's: losses, values (RMS), or masks with a score before them (IoU). */
export const ANSWER_KINDS = ['loss', 'values', 'mask'] as const
export type AnswerKind = (typeof ANSWER_KINDS)[number]

export const profileSchema = z.object({
  /** Nodes of one run, by provider. */
  nodes: z.record(z.string(), z.int()),
  /** Operators of the nodes that the CPU ran beside a device. */
  onCpu: z.array(z.string()),
  /** Milliseconds of a profiled run: all of it, and in the device's kernels by its own clock (null where it gave none). */
  runMs: z.number(),
  kernelMs: z.number().nullable(),
})
export type Profile = z.infer<typeof profileSchema>

/** One thing on one provider. */
export const measurementSchema = z.object({
  kind: z.literal('measurement'),
  id: z.string(),
  what: z.string(),
  provider: providerNameSchema,
  /** Null where nothing was measured. */
  pairsPerSecond: z.number().nullable(),
  repeats: z.int(),
  openMs: z.number().nullable(),
  /** Most memory of the process. */
  rssMb: z.number().nullable(),
  /** Most memory of the card in use meanwhile, that of other programs with it. */
  deviceMb: z.number().nullable(),
  /** Mean of nvidia-smi's samples while it was measured, 0 to 1. */
  utilisation: z.number().nullable(),
  profile: profileSchema.nullable(),
  /** From the CPU's answer; null for the CPU, and where either is missing. */
  difference: z.number().nullable(),
  /** Of the loss before any update, where the other one is of the loss after some. */
  firstDifference: z.number().nullable(),
  /** What went wrong; null where nothing did. */
  problem: z.string().nullable(),
})
export type Measurement = z.infer<typeof measurementSchema>

export const recordSchema = z.discriminatedUnion('kind', [machineSchema, measurementSchema])

/** The lines of a file of results; a line that was cut off is left out. @throws ZodError for another file */
export function parseRecords(text: string): { machine: Machine; measurements: Measurement[] } {
  const lines = text.split('\n')
  const records = lines.flatMap((line) => (isCutOff(line) ? [] : recordSchema.parse(JSON.parse(line))))
  // a file that several runs wrote: the last of them counts
  const start = records.findLastIndex(({ kind }) => kind === 'machine')
  const machine = machineSchema.parse(records[start])
  return { machine, measurements: records.slice(start).filter((record) => record.kind === 'measurement') }
}

function isCutOff(line: string): boolean {
  try {
    JSON.parse(line)
    return false
  } catch {
    return true
  }
}

/**
 * Distance of an answer from the CPU's, 0 for the same: relative for the last of losses, relative RMS for values, and for masks the
 * larger of 1 - IoU and the distance of the scores.
 */
export function answerDistance(kind: AnswerKind, actual: Float32Array, expected: Float32Array): number {
  if (actual.length !== expected.length) {
    return Infinity
  }
  if (kind === 'mask') {
    let [both, either] = [0, 0]
    for (let at = 1; at < actual.length; at += 1) {
      both += actual[at] > 0 && expected[at] > 0 ? 1 : 0
      either += actual[at] > 0 || expected[at] > 0 ? 1 : 0
    }
    return Math.max(either === 0 ? 0 : 1 - both / either, Math.abs(actual[0] - expected[0]))
  }
  if (kind === 'loss') {
    return Math.abs(actual[actual.length - 1] / expected[expected.length - 1] - 1)
  }
  let [squares, size] = [0, 0]
  for (let at = 0; at < actual.length; at += 1) {
    squares += (actual[at] - expected[at]) ** 2
    size += expected[at] ** 2
  }
  return Math.sqrt(squares / size)
}
