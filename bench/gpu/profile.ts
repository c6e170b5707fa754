import { z } from 'zod'
import type { Profile } from './record'

const eventSchema = z.object({
  cat: z.string(),
  name: z.string(),
  /** Microseconds. */
  dur: z.number(),
  args: z
    .object({
      op_name: z.string().optional(),
      provider: z.string().optional(),
      node_index: z.string().optional(),
    })
    .optional(),
})
const profileFileSchema = z.array(eventSchema)

const CPU = 'CPUExecutionProvider'

/**
 * The last run of a profile that ONNX Runtime wrote: the first compiles the kernels. Node times of a device are those
 * of handing over the work, so they are only counted. The WebGPU provider adds an event of the category `Api` for each
 * kernel, with its time by the card's clock.
 */
export function readProfile(text: string): Profile {
  const events = profileFileSchema.parse(JSON.parse(text))
  const runs = events.filter(({ name }) => name === 'model_run')
  const nodes: Record<string, Set<string>> = {}
  const onCpu = new Set<string>()
  for (const { cat, name, args } of events) {
    if (cat !== 'Node' || args?.provider === undefined) {
      continue
    }
    nodes[args.provider] ??= new Set()
    nodes[args.provider].add(args.node_index ?? name)
    if (args.provider === CPU && args.op_name !== undefined) {
      onCpu.add(args.op_name)
    }
  }
  const isDevice = Object.keys(nodes).some((provider) => provider !== CPU)
  const kernels = events.filter(({ cat }) => cat === 'Api')
  const perRun = Math.round(kernels.length / Math.max(1, runs.length))
  const kernelMs = kernels.slice(-perRun).reduce((sum, { dur }) => sum + dur / 1000, 0)
  return {
    nodes: Object.fromEntries(Object.entries(nodes).map(([provider, names]) => [provider, names.size])),
    onCpu: isDevice ? [...onCpu].sort() : [],
    runMs: (runs.at(-1)?.dur ?? 0) / 1000,
    kernelMs: kernels.length === 0 ? null : kernelMs,
  }
}
