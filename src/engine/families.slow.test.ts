import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../contract/client'
import type { Client } from '../contract/client'
import { engineContract } from '../contract/engine'
import type { EngineCommands, EngineEvents } from '../contract/engine'
import { portPair } from '../contract/port'
import { makePairFolder } from '../images/testing'
import { writeUntrainedFamily } from '../models/encode-decode/predictor/testing'
import { encodeRle } from '../mask/rle'
import { nodeProcessHost } from '../process/process-host'
import { FAMILIES } from '../models/registry'
import { createEngine } from './engine'
import type { Engine } from './engine'

/** Each family is tried out in a process of its own. */
const patience = 600_000
const everything = { states: null, search: '', hasProblem: null }
const size = { width: 128, height: 96 }

/** Models of the true shapes that were taught nothing. */
describe('F: every family in an engine', () => {
  let home = ''
  let folder = ''
  let engine: Engine
  let client: Client<EngineCommands, EngineEvents>
  let good: number[] = []
  let bad = 0

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'deltascribe-home-'))
    folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
    engine = createEngine({
      host: nodeProcessHost,
      userFolder: home,
      sampleFolder: home,
      modelsFolder: join(home, 'shipped'),
      version: 'test',
    })
    client = createClient(engineContract)
    const [near, far] = portPair(structuredClone)
    engine.connect(far)
    client.connect(near)
    await makePairFolder(folder, { count: 3, ...size, layout: 'before-after' })
    await client.call('settings.set', { proposeAhead: false, provider: 'cpu', proposer: 'difference' })
    await client.call('project.open', { folder, reading: null })
    const { ids } = await client.call('pairs.find', { filter: everything, order: 'key' })
    const rows = await client.call('pairs.get', { pairId: ids[1] })
    writeFileSync(join(folder, rows.pair.after), 'no image')
    bad = ids[1]
    good = [ids[0], ids[2]]
  }, patience)

  afterAll(() => {
    engine.dispose()
    for (const made of [home, folder]) {
      rmSync(made, { recursive: true, force: true, maxRetries: 20 })
    }
  })

  const isIdle = async (): Promise<boolean> => !(await client.call('proposals.status', {})).isRunning

  test.each(['rdd', 'cheers', 'davir', 'procap'])(
    'F1: a package of %s is imported, promoted and proposes; a bad image costs its own pair only',
    async (family) => {
      const source = await writeUntrainedFamily(join(home, 'elsewhere'), family)
      const { id } = await client.call('models.import', { folder: source })
      const { models, inUse } = await client.call('models.promote', { id, scope: 'project' })
      expect(inUse).toBe(id)
      expect(models.find((model) => model.id === id)).toMatchObject({
        family: FAMILIES.get(family)?.network.title,
        problem: null,
        origin: 'imported',
      })
      await client.call('proposals.start', { nearPairId: null })
      await expect.poll(isIdle, { timeout: 120_000 }).toBe(true)
      for (const pairId of good) {
        const { proposal, document } = await client.call('pairs.get', { pairId })
        expect(proposal).toMatchObject({ proposer: id, version: '0', provider: 'cpu' })
        expect(document.captions).toHaveLength(3)
        expect(document.captions.every(({ logProbability }) => (logProbability ?? 0) < 0)).toBe(true)
        expect(document.regions).not.toHaveLength(0)
        expect(document.regions.every(({ mask }) => mask.size.join() === '96,128')).toBe(true)
      }
      const { pair } = await client.call('pairs.get', { pairId: bad })
      expect(pair.problem).not.toBeNull()
    },
    patience,
  )

  test(
    'F2: DAVIR says anew what a mask shows; what a family cannot be asked is refused with the reason',
    async () => {
      const drawn = { ...size, data: new Uint8Array(size.width * size.height).fill(1, 5000, 5600) }
      const regions = [{ id: 'mine', mask: encodeRle(drawn), beforeMask: null }]
      const [pairId] = good
      await client.call('models.promote', { id: 'davir-untrained', scope: 'project' })
      const said = await client.call('chain.recaption', { pairId, regions, begin: '' })
      expect(said.captions[0].source).toMatchObject({ kind: 'model', model: 'davir-untrained' })
      await expect(
        client.call('chain.remask', { pairId, captionId: 'mine', caption: 'the cube is gone' }),
      ).rejects.toMatchObject({
        failure: {
          code: 'unavailable',
          message:
            'The model in use, davir-untrained, cannot mark what a caption speaks of. Promote one that can.',
        },
      })
      await client.call('models.promote', { id: 'rdd-untrained', scope: 'project' })
      await expect(client.call('chain.recaption', { pairId, regions, begin: '' })).rejects.toThrow(
        'cannot make a caption from a mask',
      )
      const completed = await client.call('chain.recaption', { pairId, regions, begin: 'the small' })
      expect(completed.captions).not.toHaveLength(0)
      expect(completed.captions.every(({ text }) => text.startsWith('the small'))).toBe(true)
      const answers = (await client.call('proposers.list', {})).map(({ name, answers: own }) => [name, own])
      expect(answers).toEqual(
        expect.arrayContaining([
          ['rdd-untrained', ['complete']],
          ['davir-untrained', ['recaption', 'complete']],
          ['difference', []],
        ]),
      )
    },
    patience,
  )

  test(
    'F3: a package is exported as plain files of its stages',
    async () => {
      const out = join(home, 'out')
      const { files } = await client.call('models.export', { id: 'cheers-untrained', format: 'onnx', out })
      expect(files).toEqual(
        ['phrase', 'compare', 'encode', 'decode']
          .map((stage) => `${stage}.onnx`)
          .concat('tokenizer.json', 'README.md'),
      )
    },
    patience,
  )
})
