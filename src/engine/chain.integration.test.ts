import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Proposer } from '../contract/proposal'
import { makePairFolder } from '../images/testing'
import { writeUntrainedPackage } from '../models/ccrc/predictor/testing'
import { encodeRle } from '../mask/rle'
import { startEngine } from './testing'
import type { StartedEngine } from './testing'
import { englishOf } from '../messages/message'

/** Three processes load a model each. */
const patience = 300_000
const everything = { states: null, search: '', hasProblem: null }

/** A model that was taught nothing: what it says means nothing, and comes by the way that sense would. */
describe('C: an engine with a model', () => {
  let home = ''
  let folder = ''
  let engine: StartedEngine['engine']
  let client: StartedEngine['client']
  let pairIds: number[] = []
  const notices: string[] = []

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'deltascribe-home-'))
    folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
    await writeUntrainedPackage(join(home, 'shipped'), 'ccrc-shipped')
    await writeUntrainedPackage(join(home, 'models'), 'ccrc-own')
    ;({ engine, client } = startEngine(home))
    client.on('notice', ({ message }) => notices.push(englishOf(message)))
    await makePairFolder(folder, { count: 3, width: 128, height: 96, layout: 'before-after' })
    await client.call('settings.set', { proposeAhead: false, provider: 'cpu' })
    await client.call('project.open', { folder, reading: null })
    pairIds = (await client.call('pairs.find', { filter: everything, order: 'key' })).ids
  }, patience)

  afterAll(() => {
    engine.dispose()
    for (const made of [home, folder]) {
      rmSync(made, { recursive: true, force: true, maxRetries: 20 })
    }
  })

  async function inUse(): Promise<Proposer | undefined> {
    return (await client.call('proposers.list', {})).find((proposer) => proposer.isInUse)
  }

  test('C1: a model that came with the program proposes by itself, and the user’s are listed after it', async () => {
    const proposers = await client.call('proposers.list', {})
    expect(proposers.map(({ name, isAvailable, isInUse }) => [name, isAvailable, isInUse])).toEqual([
      ['difference', true, false],
      ['difference+sam2', false, false],
      ['ccrc-shipped', true, true],
      ['ccrc-own', true, false],
    ])
  })

  test(
    'C2: what it says is stored with links and agreement, and an untouched pair shows it',
    async () => {
      const [pairId] = pairIds
      const summary = await client.call('proposals.make', { pairId })
      expect(summary).toMatchObject({ proposer: 'ccrc-shipped', version: '0', provider: 'cpu' })
      expect(summary.agreement?.score).toBeGreaterThanOrEqual(0)
      const proposal = await client.call('proposals.get', { proposalId: summary.id })
      expect(summary.regionCount).toBe(proposal.regions.length)
      const { document, proposal: shown } = await client.call('pairs.get', { pairId })
      expect(document).toMatchObject({
        regions: proposal.regions,
        captions: proposal.captions,
        links: proposal.links,
      })
      expect(shown).toEqual(summary)
      const [row] = await client.call('pairs.rows', { ids: [pairId] })
      expect(row.agreement).toBe(summary.agreement?.score)
    },
    patience,
  )

  test(
    'C3: a person’s mask gets captions whose links point at it, each time under new ids',
    async () => {
      // of the whole image, as a model that was taught nothing looks everywhere
      const drawn = { width: 128, height: 96, data: new Uint8Array(128 * 96).fill(1) }
      const regions = [{ id: 'mine', mask: encodeRle(drawn), beforeMask: null }]
      const ask = () => client.call('chain.recaption', { pairId: pairIds[0], regions, begin: 'the' })
      const first = await ask()
      expect(first.captions.length).toBeGreaterThan(0)
      expect(first.captions[0]).toMatchObject({
        rank: 0,
        source: { kind: 'model', model: 'ccrc-shipped', version: '0' },
      })
      expect(first.captions.every(({ text }) => text.startsWith('the'))).toBe(true)
      expect(new Set(first.links.map(({ regionId }) => regionId))).toEqual(new Set(['mine']))
      const again = await ask()
      expect(again.captions.map(({ text }) => text)).toEqual(first.captions.map(({ text }) => text))
      expect(again.captions[0].id).not.toBe(first.captions[0].id)
    },
    patience,
  )

  test(
    'C4: a person’s caption gets regions, or none; agreement is told, and contradiction in words',
    async () => {
      const pairId = pairIds[0]
      const { regions, links } = await client.call('chain.remask', {
        pairId,
        captionId: 'c',
        caption: 'the small red cube is gone',
      })
      expect(regions.every(({ source }) => source.kind === 'model')).toBe(true)
      expect(links.every(({ captionId }) => captionId === 'c')).toBe(true)
      const { agreement } = await client.call('chain.agree', {
        pairId,
        regions: [],
        caption: 'the small red cube is gone',
      })
      expect(agreement?.score).toBe(0)
      expect(englishOf(agreement?.remark ?? '')).toContain('no region')
      expect((await client.call('pairs.get', { pairId })).version).toBe(0)
    },
    patience,
  )

  test(
    'C5: pairs are ordered by agreement, those without one last',
    async () => {
      await client.call('proposals.make', { pairId: pairIds[1], proposer: 'difference' })
      const { ids } = await client.call('pairs.find', { filter: everything, order: 'disagreement' })
      expect(ids[0]).toBe(pairIds[0])
    },
    patience,
  )

  test(
    'C6: a model that breaks is named with the reason, and measured difference serves',
    async () => {
      const model = join(home, 'shipped', 'ccrc-shipped')
      writeFileSync(join(model, 'weights.safetensors'), 'not weights')
      utimesSync(join(model, 'model.json'), 0, 0)
      const summary = await client.call('proposals.make', { pairId: pairIds[2] })
      expect(summary.proposer).toBe('difference')
      expect(englishOf(summary.remarks.at(-1) ?? '')).toMatch(
        /^ccrc-shipped cannot be used: .*weights.* Measured difference serves/,
      )
      expect(notices).toContain(englishOf(summary.remarks.at(-1) ?? ''))
      expect(await inUse()).toMatchObject({ name: 'difference' })
      const broken = (await client.call('proposers.list', {})).find(({ name }) => name === 'ccrc-shipped')
      expect(broken).toMatchObject({ isAvailable: false })
      await expect(
        client.call('proposals.make', { pairId: pairIds[2], proposer: 'ccrc-shipped' }),
      ).rejects.toMatchObject({ failure: { code: 'unavailable' } })
      const said = await client.call('chain.agree', { pairId: pairIds[0], regions: [], caption: '' })
      expect(said.model).toBe('ccrc-own')
    },
    patience,
  )

  test(
    'C7: a model of the settings that is not there is named, and one that is serves',
    async () => {
      await client.call('settings.set', { proposer: 'nowhere' })
      const summary = await client.call('proposals.make', { pairId: pairIds[2] })
      expect(englishOf(summary.remarks.at(-1) ?? '')).toMatch(
        /^nowhere cannot be used: there is no model of this name/,
      )
      await client.call('settings.set', { proposer: 'ccrc-own' })
      expect(await inUse()).toMatchObject({ name: 'ccrc-own' })
      expect(await client.call('proposals.make', { pairId: pairIds[2] })).toMatchObject({
        proposer: 'ccrc-own',
      })
    },
    patience,
  )
})

test('C8: without any model a question is refused in words', async () => {
  const home = mkdtempSync(join(tmpdir(), 'deltascribe-home-'))
  const folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
  await makePairFolder(folder, { count: 1, width: 64, height: 64, layout: 'before-after' })
  const { engine, client } = startEngine(home, { isHeadless: true })
  await client.call('project.open', { folder, reading: null })
  await expect(client.call('chain.agree', { pairId: 1, regions: [], caption: '' })).rejects.toMatchObject({
    failure: { code: 'unavailable', message: expect.stringContaining('needs a model') as string },
  })
  engine.dispose()
  for (const made of [home, folder]) {
    rmSync(made, { recursive: true, force: true, maxRetries: 20 })
  }
})
