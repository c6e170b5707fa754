import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { InferenceSession, Tensor as RuntimeTensor } from 'onnxruntime-node'
import { z } from 'zod'
import { dataTypes, serializeModel } from '../graph/onnx'
import type { ModelSpec } from '../graph/onnx'

/** For tests: a software Vulkan driver, and where nodes really ran. */

/** SwiftShader, which comes with Chromium and Electron. It has no half precision. */
const SWIFTSHADER = 'vk_swiftshader_icd.json'
/** Lavapipe, of Mesa: by another name before version 25 and on other distributions than Debian. */
const MESA = ['json', process.arch === 'arm64' ? 'aarch64.json' : 'x86_64.json'].map((end) =>
  join('/usr/share/vulkan/icd.d', `lvp_icd.${end}`),
)
/** Mesa 25 and later: WebGPU refuses earlier ones. */
const LEAST_VULKAN = [1, 4]

const manifestSchema = z.object({ ICD: z.object({ api_version: z.string(), library_path: z.string() }) })

/**
 * Must come before the process's first WebGPU session. Mesa's driver is taken where it is recent enough: it computes
 * two to seventeen times as fast as SwiftShader, and in half precision too.
 */
export function useSoftwareDriver(which: 'the fastest' | 'SwiftShader' = 'the fastest'): void {
  const driver = (which === 'the fastest' ? mesaDriver() : null) ?? swiftShader()
  if (driver !== null) {
    process.env.VK_DRIVER_FILES ??= driver
  }
}

function swiftShader(): string | null {
  const folders = ['/usr/lib/chromium', process.env.ELECTRON_OVERRIDE_DIST_PATH]
  const paths = folders.filter((folder) => folder !== undefined).map((folder) => join(folder, SWIFTSHADER))
  return paths.find((path) => existsSync(path)) ?? null
}

function mesaDriver(): string | null {
  return MESA.find((path) => existsSync(path) && isRecent(path)) ?? null
}

function isRecent(path: string): boolean {
  const [major, minor] = readManifest(path).api_version.split('.').map(Number)
  return major > LEAST_VULKAN[0] || (major === LEAST_VULKAN[0] && minor >= LEAST_VULKAN[1])
}

function readManifest(path: string): z.infer<typeof manifestSchema>['ICD'] {
  return manifestSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).ICD
}

/** Whether a process has opened the driver that `useSoftwareDriver` chose. On Linux. */
export function hasSoftwareDriver(pid: number): boolean {
  const driver = process.env.VK_DRIVER_FILES
  try {
    return (
      driver !== undefined &&
      readFileSync(`/proc/${pid}/maps`, 'utf8').includes(basename(readManifest(driver).library_path))
    )
  } catch {
    return false
  }
}

/** Shaders that were compiled are the device's, which ends with its last session: one stays open. */
const KEPT: InferenceSession[] = []

/** Null, or the reason why WebGPU cannot be had: the CPU answers silently in its place otherwise. */
export async function webgpuMissing(): Promise<string | null> {
  return rootMissing({ ...PROBE, nodes: [{ op: 'Sqrt', inputs: ['x'], outputs: ['y'] }] })
}

/** Null, or the reason why WebGPU cannot be had in half precision. */
export async function halfPrecisionMissing(): Promise<string | null> {
  const [toHalf, toFull] = [dataTypes.float16, dataTypes.float32]
  return rootMissing({
    ...PROBE,
    nodes: [
      { op: 'Cast', inputs: ['x'], outputs: ['half'], attributes: { to: toHalf } },
      { op: 'Sqrt', inputs: ['half'], outputs: ['root'] },
      { op: 'Cast', inputs: ['root'], outputs: ['y'], attributes: { to: toFull } },
    ],
  })
}

const PROBE: Omit<ModelSpec, 'nodes'> = {
  name: 'probe',
  inputs: [{ name: 'x', type: 'float32', shape: [2] }],
  outputs: [{ name: 'y', type: 'float32', shape: [2] }],
  constants: [],
}

async function rootMissing(model: ModelSpec): Promise<string | null> {
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
