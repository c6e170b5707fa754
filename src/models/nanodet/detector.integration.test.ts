import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { initialValues } from '../../graph'
import { writeWeights } from '../../graph/weights'
import { PackageError } from '../../packages/files'
import { createDetector } from './detector'
import { detectorNetwork, CLASSES } from './network/network'
import { blank } from './testing'
import { sha256Hex } from '../../process/sha256'

const options = { provider: 'cpu', threads: 1 } as const
const source = { package: 'none', version: '1', files: {}, upstream: 'none', licence: 'none' }

let home: string
let weights: Uint8Array
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'deltascribe-detector-'))
  const { parameters } = detectorNetwork()
  weights = writeWeights(parameters, seeingNothing(initialValues(parameters, 1)), { precision: 'F16' })
})
afterAll(() => rm(home, { recursive: true }))

/** Such that no class is likely: without training half of all boxes would have to be told apart. */
function seeingNothing(values: Map<string, Float32Array>): Map<string, Float32Array> {
  for (const [name, bias] of values) {
    if (name.endsWith('.output.bias')) {
      bias.fill(-10, 0, CLASSES)
    }
  }
  return values
}

/** A package of untrained weights; `change` damages what is written. */
async function write(
  name: string,
  change: { weights?: Uint8Array; manifest?: object } = {},
): Promise<string> {
  const folder = join(home, name)
  const bytes = change.weights ?? weights
  const manifest = {
    format: 1,
    id: 'nanodet-g-416',
    version: '1',
    weights: { file: 'weights.safetensors', sha256: sha256Hex(bytes), precision: 'F16' },
    source,
    ...change.manifest,
  }
  await mkdir(folder)
  await writeFile(join(folder, 'weights.safetensors'), bytes)
  await writeFile(join(folder, 'model.json'), JSON.stringify(manifest))
  return folder
}

async function problemOf(folder: string): Promise<string> {
  const error: unknown = await createDetector(folder, options).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(PackageError)
  return (error as PackageError).code
}

test('a whole package opens, whatever its weights', async () => {
  const detector = await createDetector(await write('whole'), options)
  expect(await detector.detect(blank(40, 30, [100, 100, 100]))).toBeInstanceOf(Array)
  await detector.release()
})

test('a package that is not whole says which file, and why', async () => {
  expect(await problemOf(join(home, 'none'))).toBe('missing-file')
  expect(await problemOf(await write('no-manifest', { manifest: { id: 'other' } }))).toBe('damaged')
  expect(await problemOf(await write('cut', { weights: weights.subarray(0, 5000) }))).toBe('damaged')

  const changed = await write('changed')
  const path = join(changed, 'weights.safetensors')
  const bytes = await readFile(path)
  bytes[bytes.length - 7] ^= 1
  await writeFile(path, bytes)
  expect(await problemOf(changed)).toBe('wrong-hash')

  await writeFile(join(changed, 'model.json'), '{"format": 1')
  expect(await problemOf(changed)).toBe('damaged')
})

test('weights of another network are told as such', async () => {
  const { parameters } = detectorNetwork()
  const fewer = parameters.slice(2)
  const other = writeWeights(fewer, initialValues(fewer, 1), { precision: 'F16' })
  expect(await problemOf(await write('other', { weights: other }))).toBe('other-version')
})
