import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { InferenceSession, Tensor as RuntimeTensor } from 'onnxruntime-node'
import { serializeModel } from '../graph/onnx'
import type { ModelSpec } from '../graph/onnx'

/** For tests: a software Vulkan driver, and where nodes really ran. */

const ICD = 'vk_swiftshader_icd.json'

/** Must come before the process's first WebGPU session. */
export function useSoftwareDriver(): void {
  const folders = ['/usr/lib/chromium', process.env.ELECTRON_OVERRIDE_DIST_PATH]
  const driver = folders
    .filter((folder) => folder !== undefined)
    .map((folder) => join(folder, ICD))
    .find((path) => existsSync(path))
  if (driver !== undefined) {
    process.env.VK_DRIVER_FILES ??= driver
  }
}

/** Shaders that were compiled are the device's, which ends with its last session: one stays open. */
const KEPT: InferenceSession[] = []

/** Null, or the reason why WebGPU cannot be had: the CPU answers silently in its place otherwise. */
export async function webgpuMissing(): Promise<string | null> {
  const model: ModelSpec = {
    name: 'probe',
    inputs: [{ name: 'x', type: 'float32', shape: [2] }],
    outputs: [{ name: 'y', type: 'float32', shape: [2] }],
    constants: [],
    nodes: [{ op: 'Sqrt', inputs: ['x'], outputs: ['y'] }],
  }
  try {
    const session = await InferenceSession.create(serializeModel(model), {
      executionProviders: ['webgpu'],
      preferredOutputLocation: 'gpu-buffer',
      logSeverityLevel: 4,
    })
    const { y } = await session.run({ x: new RuntimeTensor('float32', [4, 9], [2]) })
    const { location } = y
    y.dispose()
    KEPT.push(session)
    return location === 'gpu-buffer' ? null : `the provider webgpu put its result on ${location}`
  } catch (error) {
    return String(error)
  }
}

interface ProfileEvent {
  cat: string
  args?: { op_name?: string; provider?: string }
}

/** The operators that ran on each provider, from the profile that `run` writes by the prefix it is given. */
export async function placements(
  run: (profilePrefix: string) => Promise<unknown>,
): Promise<Map<string, Set<string>>> {
  const folder = mkdtempSync(join(tmpdir(), 'placements-'))
  try {
    await run(join(folder, 'profile'))
    return readPlacements(join(folder, readdirSync(folder)[0]))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function readPlacements(path: string): Map<string, Set<string>> {
  const events = JSON.parse(readFileSync(path, 'utf8')) as ProfileEvent[]
  const result = new Map<string, Set<string>>()
  for (const { cat, args } of events) {
    if (cat !== 'Node' || args?.op_name === undefined || args.provider === undefined) {
      continue
    }
    const operators = result.get(args.provider) ?? new Set()
    result.set(args.provider, operators.add(args.op_name))
  }
  return result
}
