import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Project } from '../contract/project'
import { makePairFolder } from '../images/testing'
import { startEngine } from './testing'
import type { StartedEngine } from './testing'

const definition = 'New and demolished buildings; not *cars*, not <image> tags'
const home = mkdtempSync(join(tmpdir(), 'deltascribe-home-'))
const folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
let engine: StartedEngine['engine']
let client: StartedEngine['client']
const open = (): Promise<Project> => client.call('project.open', { folder, reading: null })

beforeAll(async () => {
  await makePairFolder(folder, { count: 2, width: 96, height: 64, layout: 'a-b' })
  ;({ engine, client } = startEngine(home))
  await client.call('settings.set', { proposeAhead: false, provider: 'cpu', proposer: 'difference' })
  await open()
  await client.call('proposals.make', { pairId: 1 })
  const decision = { eventId: 'accepted-by-a-person', decision: 'accept', milliseconds: 1 } as const
  await client.call('pairs.decide', { pairId: 1, ...decision })
  await client.call('project.close', {})
})
afterAll(() => {
  engine.dispose()
  for (const made of [home, folder]) {
    rmSync(made, { recursive: true, force: true, maxRetries: 20 })
  }
})

test('what counts as change is stored with its project, and told to the screen', async () => {
  const { storePath, changeDefinition } = await open()
  expect(changeDefinition).toBe('')
  const told = new Promise<string | undefined>((resolve) => {
    client.on('project.changed', (project) => resolve(project?.changeDefinition))
  })
  const set = { changeDefinition: ` ${definition}\n`, storePath }
  expect(await client.call('project.setChangeDefinition', set)).toMatchObject({
    changeDefinition: definition,
  })
  expect(await told).toBe(definition)
  await client.call('project.close', {})
  expect(await open()).toMatchObject({ changeDefinition: definition })
})

test('text that was typed in another project is refused', async () => {
  const set = { changeDefinition: 'Cars', storePath: join(home, 'another') }
  await expect(client.call('project.setChangeDefinition', set)).rejects.toMatchObject({
    failure: { code: 'conflict' },
  })
  expect(await client.call('project.current', {})).toMatchObject({ changeDefinition: definition })
})

test('the card of an export says it, and conversations ask with it', async () => {
  const { files } = await client.call('export.sample', { format: 'qwen-vl', states: ['accepted'] })
  const textOf = (name: string): string => files.find(({ path }) => path === name)?.text ?? ''
  expect(textOf('README.md')).toContain(
    '## What counts as change\n\nNew and demolished buildings; not \\*cars\\*, not \\<image\\> tags\n',
  )
  const list = files.find(({ path }) => path.endsWith('.jsonl') && path !== 'pairs.jsonl')
  const { conversations } = JSON.parse((list?.text ?? '').split('\n')[0]) as {
    conversations: { value: string }[]
  }
  // a tag in the text would be counted as an image
  expect(conversations[0].value).toBe(
    '<image>\n<image>\nWhat are the differences between these two images?\nWhat counts as change: New and demolished buildings; not *cars*, not image tags',
  )
})

test('an export of a project without it has no such section', async () => {
  await client.call('project.setChangeDefinition', { changeDefinition: '' })
  const { files } = await client.call('export.sample', { format: 'a-b', states: ['accepted'] })
  const readme = files.find(({ path }) => path === 'README.md')
  expect(readme?.text).toContain('## Counts')
  expect(readme?.text).not.toContain('What counts as change')
})
