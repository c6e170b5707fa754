import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ModelList } from '../../contract/models'
import { makePairFolder } from '../../images/testing'
import { writeUntrainedPackage } from '../../models/ccrc/predictor/testing'
import { startEngine } from '../testing'
import type { StartedEngine } from '../testing'

/** Processes load a model each. */
const patience = 300_000
const everything = { states: null, search: '', hasProblem: null }

let home = ''
let folder = ''
let engine: StartedEngine['engine']
let client: StartedEngine['client']

function start(): void {
  ;({ engine, client } = startEngine(home))
}

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'deltascribe-home-'))
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
  start()
})

afterEach(() => {
  engine.dispose()
  for (const made of [home, folder]) {
    rmSync(made, { recursive: true, force: true, maxRetries: 20 })
  }
})

async function openMade(count: number): Promise<number[]> {
  await makePairFolder(folder, { count, width: 128, height: 96, layout: 'before-after' })
  await client.call('settings.set', { proposeAhead: false, provider: 'cpu', proposer: 'difference' })
  await client.call('project.open', { folder, reading: null })
  return (await client.call('pairs.find', { filter: everything, order: 'key' })).ids
}

/** Source of the content of each pair. */
async function shown(ids: readonly number[]): Promise<(string | undefined)[]> {
  const open = await Promise.all(ids.map((pairId) => client.call('pairs.get', { pairId })))
  return open.map(({ proposal, document }) => {
    const [caption] = document.captions
    return caption?.source.kind === 'person' ? 'a person' : proposal?.proposer
  })
}

const ids = ({ models }: ModelList): string[] => models.map(({ id }) => id)

describe('M: models', () => {
  test(
    'M1: the promoted model proposes anew for what nobody has touched; rolling back shows what was there',
    async () => {
      await writeUntrainedPackage(join(home, 'models'), 'own')
      const pairIds = await openMade(3)
      await Promise.all(pairIds.map((pairId) => client.call('proposals.make', { pairId })))
      await client.call('pairs.edit', {
        pairId: pairIds[1],
        eventId: 'event-0001',
        label: 'Caption added',
        diff: [
          {
            type: 'caption.add',
            index: 0,
            caption: { id: 'mine', text: 'mine', rank: 0, source: { kind: 'person' }, logProbability: null },
          },
        ],
      })
      const { document } = await client.call('pairs.get', { pairId: pairIds[1] })
      await client.call('pairs.decide', {
        pairId: pairIds[2],
        eventId: 'event-0002',
        decision: 'accept',
        milliseconds: 0,
      })
      const promoted = await client.call('models.promote', { id: 'own', scope: 'project' })
      expect(promoted).toMatchObject({ inUse: 'own', project: { present: 'own', before: { id: null } } })
      await expect.poll(() => shown(pairIds), { timeout: 60_000 }).toEqual(['own', 'a person', 'difference'])
      expect((await client.call('pairs.get', { pairId: pairIds[1] })).document).toEqual(document)
      await expect
        .poll(() => client.call('proposals.status', {}), { timeout: 60_000 })
        .toMatchObject({ isRunning: false, done: 2 })

      const back = await client.call('models.rollBack', { scope: 'project' })
      expect(back).toMatchObject({ inUse: 'difference', project: { present: null, before: null } })
      expect(await shown(pairIds)).toEqual(['difference', 'a person', 'difference'])
      expect((await client.call('proposals.list', { pairId: pairIds[0] })).length).toBe(2)
    },
    patience,
  )

  test('M2: what was promoted is remembered by each project and by default, also after a restart', async () => {
    await writeUntrainedPackage(join(home, 'models'), 'first')
    await writeUntrainedPackage(join(home, 'models'), 'second')
    await openMade(1)
    await client.call('models.promote', { id: 'first', scope: 'default' })
    await client.call('models.promote', { id: 'second', scope: 'project' })
    engine.dispose()
    start()
    expect(await client.call('models.list', {})).toMatchObject({ inUse: 'first', project: null })
    await client.call('project.open', { folder, reading: null })
    const listed = await client.call('models.list', {})
    expect(listed).toMatchObject({
      inUse: 'second',
      project: { present: 'second', before: { id: null } },
      byDefault: { present: 'first', before: { id: 'difference' } },
    })
    expect(listed.project?.history.map(({ kind, id }) => [kind, id])).toEqual([['promote', 'second']])
    expect(await client.call('models.rollBack', { scope: 'project' })).toMatchObject({ inUse: 'first' })
    expect(await client.call('models.rollBack', { scope: 'default' })).toMatchObject({ inUse: 'difference' })
    await client.call('models.rollBack', { scope: 'default' })
    await expect(client.call('models.rollBack', { scope: 'default' })).rejects.toMatchObject({
      failure: { code: 'conflict' },
    })
  })

  test('M3: a choice in the settings is a promotion by default, and can be rolled back', async () => {
    await client.call('settings.set', { proposer: 'difference' })
    expect((await client.call('models.list', {})).byDefault).toMatchObject({
      present: 'difference',
      before: { id: 'auto' },
    })
    await client.call('models.rollBack', { scope: 'default' })
    expect((await client.call('settings.get', {})).proposer).toBe('auto')
  })

  test(
    'M4: a package is taken in after it was tried out, once, and keeps its name where it is free',
    async () => {
      const source = await writeUntrainedPackage(folder, 'other')
      writeFileSync(join(source, 'run-me.sh'), 'not a part of it')
      expect(await client.call('models.import', { folder: source })).toEqual({ id: 'other', remark: null })
      const { models } = await client.call('models.list', {})
      expect(models.at(-1)).toMatchObject({
        id: 'other',
        origin: 'imported',
        family: 'CCRC',
        data: ['blocks'],
        problem: null,
      })
      expect(readdirSync(join(home, 'models', 'other')).sort()).toEqual([
        'CARD.md',
        'imported.json',
        'model.json',
        'tokenizer.json',
        'weights.safetensors',
      ])
      await expect(client.call('models.import', { folder: source })).rejects.toMatchObject({
        failure: { code: 'bad-model', message: `${source} is here already, as other.` },
      })
    },
    patience,
  )

  test('M6: a name can be given, an id stays, and no two have one name', async () => {
    await writeUntrainedPackage(join(home, 'models'), 'first')
    await writeUntrainedPackage(join(home, 'models'), 'second')
    const named = await client.call('models.rename', { id: 'first', title: ' Boards of May ' })
    expect(named.models.find(({ id }) => id === 'first')).toMatchObject({ title: 'Boards of May' })
    expect(await client.call('proposers.list', {})).toContainEqual(
      expect.objectContaining({ name: 'first', title: 'Boards of May' }),
    )
    await expect(
      client.call('models.rename', { id: 'second', title: 'Boards of May' }),
    ).rejects.toMatchObject({ failure: { code: 'conflict' } })
  })

  test('M7: what is deleted can be brought back; what is shipped or in use is not deleted', async () => {
    await writeUntrainedPackage(join(home, 'shipped'), 'base')
    await writeUntrainedPackage(join(home, 'models'), 'own')
    await client.call('models.promote', { id: 'own', scope: 'default' })
    for (const [id, reason] of [
      ['base', /comes with Deltascribe/],
      ['own', /in use/],
    ] as const) {
      await expect(client.call('models.delete', { id })).rejects.toThrow(reason)
    }
    await expect(client.call('models.rename', { id: 'base', title: 'Mine' })).rejects.toThrow(/comes with/)
    await client.call('models.rollBack', { scope: 'default' })
    const without = await client.call('models.delete', { id: 'own' })
    expect(ids(without)).not.toContain('own')
    expect(without.deleted).toMatchObject([{ id: 'own', title: 'own' }])
    expect(without.byDefault).toMatchObject({ present: 'auto', before: null })
    expect(ids(await client.call('models.restore', { id: 'own' }))).toContain('own')
  })

  test('M8: a model that cannot be used is listed with the reason, and is not promoted', async () => {
    const own = await writeUntrainedPackage(join(home, 'models'), 'own')
    writeFileSync(join(own, 'model.json'), '{')
    const { models } = await client.call('models.list', {})
    expect(models.at(-1)).toMatchObject({ id: 'own', problem: { id: 'models.damaged' } })
    await expect(client.call('models.promote', { id: 'own', scope: 'default' })).rejects.toMatchObject({
      failure: { code: 'unavailable' },
    })
    expect(ids(await client.call('models.delete', { id: 'own' }))).not.toContain('own')
  })
})
