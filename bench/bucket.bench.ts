import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestBucket } from '../src/buckets/testing'
import { startEngine } from '../src/engine/testing'
import type { EngineOptions } from '../src/engine/engine-options'
import { makePairFolder } from '../src/images/testing'
import { commandHost } from '../src/process/process-host'

/**
 * Opening and proposing for pairs of a bucket (s3rver on this machine, so without a network) beside the same pairs in a
 * folder, by measured difference: one ratio with nothing in the cache, one with all of it there.
 */
const PAIRS = 40

const home = mkdtempSync(join(tmpdir(), 'deltascribe-bench-'))
const bucket = await startTestBucket()
try {
  const folder = join(home, 'pairs')
  await makePairFolder(folder, { count: PAIRS, width: 512, height: 384, layout: 'a-b' })
  await bucket.putFolder('set/', folder)
  const place = bucket.place(home, 'set/')
  const inFolder = await seconds('folder', folder, {})
  const first = await seconds('bucket', place.folder, { bucket: place })
  rmSync(place.folder, { recursive: true, force: true })
  const second = await seconds('bucket-again', place.folder, { bucket: place })
  console.log(`${PAIRS} pairs of 512 x 384: ${inFolder.toFixed(1)} s from a folder`)
  console.log(
    `from a bucket: ${(first / inFolder).toFixed(2)} times; with copies: ${(second / inFolder).toFixed(2)} times`,
  )
} finally {
  await bucket.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
}
process.exit(0)

/** To open a folder and propose for all its pairs, without the start of the process that infers. */
async function seconds(name: string, folder: string, options: Partial<EngineOptions>): Promise<number> {
  const { engine, client } = startEngine(join(home, name), {
    host: commandHost,
    isHeadless: true,
    ...options,
  })
  await client.call('providers.use', { wanted: 'cpu' })
  const began = performance.now()
  await client.call('project.open', { folder, reading: null })
  const filter = { states: null, search: '', hasProblem: null }
  const { ids } = await client.call('pairs.find', { filter, order: 'key' })
  for (const pairId of ids) {
    await client.call('proposals.make', { pairId, proposer: 'difference' })
  }
  const taken = (performance.now() - began) / 1000
  engine.dispose()
  return taken
}
