import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenPair } from '../contract/pairs'
import type { CaptionLanguage, Project } from '../contract/project'
import { makePairFolder } from '../images/testing'
import { startEngine } from './testing'
import type { StartedEngine } from './testing'

const home = mkdtempSync(join(tmpdir(), 'deltascribe-home-'))
const folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
let engine: StartedEngine['engine']
let client: StartedEngine['client']
const open = (): Promise<Project> => client.call('project.open', { folder, reading: null })
const pair = (pairId: number): Promise<OpenPair> => client.call('pairs.get', { pairId })
const textsOf = async (pairId: number): Promise<string[]> =>
  (await pair(pairId)).document.captions.map(({ text }) => text)
const speak = (captionLanguage: CaptionLanguage): Promise<Project> =>
  client.call('project.setCaptionLanguage', { captionLanguage })

const card = async (): Promise<string> => {
  const { files } = await client.call('export.sample', {
    format: 'a-b',
    states: ['unreviewed', 'corrected'],
  })
  return files.find(({ path }) => path === 'README.md')?.text ?? ''
}

beforeAll(async () => {
  await makePairFolder(folder, { count: 2, width: 96, height: 64, layout: 'a-b' })
  ;({ engine, client } = startEngine(home))
  await client.call('settings.set', { proposeAhead: false, provider: 'cpu', proposer: 'difference' })
  await open()
  for (const pairId of [1, 2]) {
    await client.call('proposals.make', { pairId })
  }
})
afterAll(() => {
  engine.dispose()
  for (const made of [home, folder]) {
    rmSync(made, { recursive: true, force: true, maxRetries: 20 })
  }
})

test('captions are English until another language is chosen, which is stored and told to the screen', async () => {
  expect((await open()).captionLanguage).toBe('en')
  expect((await textsOf(2))[0]).toBe('A red object appeared in the centre.')
  const told = new Promise<string | undefined>((resolve) => {
    client.on('project.changed', (project) => resolve(project?.captionLanguage))
  })
  expect(await speak('de')).toMatchObject({ captionLanguage: 'de' })
  expect(await told).toBe('de')
  await client.call('project.close', {})
  expect(await open()).toMatchObject({ captionLanguage: 'de' })
  await expect(
    client.call('project.setCaptionLanguage', { captionLanguage: 'en', storePath: join(home, 'another') }),
  ).rejects.toMatchObject({ failure: { code: 'conflict' } })
})

test('proposals are in that language from then on, and a person’s caption stays', async () => {
  const { document } = await pair(1)
  const [{ id, text }] = document.captions
  await client.call('pairs.edit', {
    pairId: 1,
    eventId: 'written-by-a-person',
    label: 'Caption',
    diff: [{ type: 'caption.set', captionId: id, from: { text }, to: { text: 'As I say.' } }],
  })
  await client.call('names.renew', {})
  const finished = async (): Promise<boolean> => !(await client.call('proposals.status', {})).isRunning
  await expect.poll(finished, { timeout: 60_000 }).toBe(true)
  expect((await textsOf(2))[0]).toBe('Ein rotes Objekt ist in der Mitte erschienen.')
  expect((await textsOf(1))[0]).toBe('As I say.')
})

test('the card of an export says which language it is, unless it is English', async () => {
  expect(await card()).toContain('\nCaption language of the project: German.\n')
  await speak('en')
  expect(await card()).not.toContain('Caption language')
})
