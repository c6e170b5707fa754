import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makePairFolder } from '../../images/testing'
import { differenceManifest, semanticManifest, writeNetworkFolder } from '../../models/own-network/testing'
import { startEngine } from '../testing'
import type { StartedEngine } from '../testing'

const patience = 300_000
const everything = { states: null, search: '', hasProblem: null }

let home = ''
let folder = ''
let engine: StartedEngine['engine']
let client: StartedEngine['client']

function start(modelTrialMilliseconds = 60_000): void {
  ;({ engine, client } = startEngine(home, { modelTrialMilliseconds }))
}

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'deltascribe-home-'))
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
})

afterEach(() => {
  engine.dispose()
  for (const made of [home, folder]) {
    rmSync(made, { recursive: true, force: true, maxRetries: 20 })
  }
})

async function openPairs(count: number): Promise<number[]> {
  const pairs = join(folder, 'pairs')
  await makePairFolder(pairs, { count, width: 128, height: 96, layout: 'before-after' })
  await client.call('settings.set', { proposeAhead: false, provider: 'cpu', proposer: 'difference' })
  await client.call('project.open', { folder: pairs, reading: null })
  return (await client.call('pairs.find', { filter: everything, order: 'key' })).ids
}

/** A promotion proposes anew for all pairs. */
async function settled(): Promise<void> {
  await expect
    .poll(() => client.call('proposals.status', {}), { timeout: 60_000 })
    .toMatchObject({ isRunning: false })
}

/** Among others: that the frames could not be aligned. */
const remark = (pattern: RegExp) =>
  expect.arrayContaining([
    expect.objectContaining({ text: expect.stringMatching(pattern) as string }),
  ]) as object[]

const source = (manifest: Record<string, unknown>, files = {}): Promise<string> =>
  writeNetworkFolder(join(folder, 'net'), manifest, files)

test(
  'a network is imported after a trial, listed with its licence, promoted, and proposes',
  { timeout: patience },
  async () => {
    start()
    const from = await source(differenceManifest({ threshold: 0.3 }), { 'notes.txt': Uint8Array.of(1) })
    expect(await client.call('models.import', { folder: from })).toEqual({
      id: 'difference-net',
      remark: null,
    })
    expect(readdirSync(join(home, 'models', 'difference-net')).sort()).toEqual([
      'difference.onnx',
      'imported.json',
      'proposer.json',
    ])
    const [pairId] = await openPairs(1)
    const { models } = await client.call('models.list', {})
    expect(models.at(-1)).toMatchObject({
      id: 'difference-net',
      title: 'Difference net',
      origin: 'imported',
      family: 'A network of your own',
      version: '3',
      licence: 'CC0-1.0',
      problem: null,
    })
    expect((await client.call('models.card', { id: 'difference-net' })).card).toContain('Licence: CC0-1.0')
    expect(await client.call('models.promote', { id: 'difference-net', scope: 'project' })).toMatchObject({
      inUse: 'difference-net',
    })
    expect((await client.call('proposers.list', {})).find(({ isInUse }) => isInUse)).toMatchObject({
      name: 'difference-net',
      answers: ['threshold'],
      threshold: 0.3,
    })
    await settled()
    await client.call('proposals.make', { pairId })
    const { proposal, document } = await client.call('pairs.get', { pairId })
    expect(proposal).toMatchObject({ proposer: 'difference-net', version: '3' })
    expect(document.regions).toHaveLength(1)
    await expect(client.call('models.import', { folder: from })).rejects.toThrow('is here already')
    expect(await client.call('models.rollBack', { scope: 'project' })).toMatchObject({ inUse: 'difference' })
  },
)

test(
  'a network that was changed or removed says so, and measured difference proposes instead',
  { timeout: patience },
  async () => {
    start()
    await client.call('models.import', { folder: await source(differenceManifest()) })
    const [first, second, third] = await openPairs(3)
    await client.call('models.promote', { id: 'difference-net', scope: 'project' })
    const make = async (pairId: number) => {
      await settled()
      await client.call('proposals.make', { pairId })
      return (await client.call('pairs.get', { pairId })).proposal
    }
    expect(await make(first)).toMatchObject({ proposer: 'difference-net' })
    await settled()
    const file = join(home, 'models', 'difference-net', 'difference.onnx')
    const bytes = readFileSync(file)
    writeFileSync(file, Buffer.concat([bytes, Buffer.of(0)]))
    expect(await make(second)).toMatchObject({
      proposer: 'difference',
      remarks: remark(/difference-net cannot be used: .*was changed or cut short/),
    })
    writeFileSync(file, bytes)
    await client.call('models.promote', { id: 'difference-net', scope: 'project' })
    await settled()
    rmSync(file)
    expect(await make(third)).toMatchObject({
      proposer: 'difference',
      remarks: remark(/difference-net cannot be used: .*difference.onnx is missing/),
    })
  },
)

test(
  'a network that comes to no end is stopped and refused, and nothing of it stays',
  { timeout: patience },
  async () => {
    start(4000)
    const size = { kind: 'fixed', height: 32, width: 32, overlap: 8 }
    const from = await source(differenceManifest({ network: { file: 'endless.onnx' }, size }))
    await expect(client.call('models.import', { folder: from })).rejects.toThrow(
      `The model in ${from} cannot be used: It took longer than 4 s and was stopped.`,
    )
    expect(readdirSync(join(home, 'models'))).toEqual([])
  },
)

test(
  'a manifest that does not fit is refused with the field, for the folder that the person named',
  { timeout: patience },
  async () => {
    start()
    const inputs = { ...(semanticManifest()['inputs'] as object), names: ['both'] }
    const from = await source(semanticManifest({ inputs }))
    await expect(client.call('models.import', { folder: from })).rejects.toMatchObject({
      failure: {
        code: 'bad-model',
        message: expect.stringContaining(
          `${join(from, 'proposer.json')} does not describe the network: inputs.names is wrong`,
        ) as string,
      },
    })
    writeFileSync(join(from, 'proposer.json'), JSON.stringify({ ...semanticManifest(), colour: 1 }))
    await expect(client.call('models.import', { folder: from })).rejects.toThrow('colour is no field')
  },
)

test(
  'a network is renamed, exported, deleted, imported again, and put beside another of its id',
  { timeout: patience },
  async () => {
    start()
    const id = 'semantic-net'
    const from = await source(semanticManifest())
    await client.call('models.import', { folder: from })
    await client.call('models.rename', { id, title: 'Roofs' })
    const [asPackage, asOnnx] = [join(folder, 'package'), join(folder, 'onnx')]
    await client.call('models.export', { id, format: 'package', out: asPackage })
    const { files } = await client.call('models.export', { id, format: 'onnx', out: asOnnx })
    expect(files).toEqual(['semantic.onnx', 'README.md'])
    expect(readFileSync(join(asOnnx, 'semantic.onnx'))).toEqual(readFileSync(join(from, 'semantic.onnx')))
    const deleted = await client.call('models.delete', { id })
    expect(deleted.deleted).toMatchObject([{ id, title: 'Roofs' }])
    await client.call('models.import', { folder: asPackage })
    expect((await client.call('models.list', {})).models.at(-1)).toMatchObject({ id, title: 'Roofs' })
    writeFileSync(join(from, 'proposer.json'), JSON.stringify(semanticManifest({ threshold: 0.7 })))
    expect(await client.call('models.import', { folder: from })).toEqual({
      id: 'semantic-net-2',
      remark: 'Another model is called semantic-net: this one is semantic-net-2.',
    })
    expect(existsSync(join(home, 'models', 'semantic-net-2', 'proposer.json'))).toBe(true)
  },
)
