import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PackDescriptor } from '../packs/catalogue'
import { digestOf, serveFiles } from '../packs/testing'
import type { FileServer } from '../packs/testing'
import { addCaptionCommand } from './caption'
import { addModelsCommand } from './models'
import { ownFolder, runHere } from './testing'

const inFolder = ownFolder()

test.each([
  [['models', 'import', 'nowhere'], addModelsCommand, `${join('nowhere', 'model.json')} is not there.`],
  [['models', 'add', 'sam2-tiny', '--file', 'nope.tgz'], addModelsCommand, 'nope.tgz is not there.'],
  [
    ['models', 'remove', 'sam2-tiny'],
    addModelsCommand,
    'sam2-tiny is not installed, so there is nothing to remove.',
  ],
  [
    ['caption', '.', '--endpoint', 'http://127.0.0.1:9/v1', '--instruction', 'none.txt'],
    addCaptionCommand,
    'none.txt is not there.',
  ],
])('%j names what is not there', async (args, add, message) => {
  expect(await runHere(add, ...args)).toEqual({ code: 2, out: '', err: `deltascribe: ${message}\n` })
})

test('a pack that is damaged can be removed', async () => {
  const folder = inFolder('home', 'packs', 'sam2-tiny')
  await mkdir(folder, { recursive: true })
  const removed = await runHere(addModelsCommand, 'models', 'remove', 'sam2-tiny')
  expect(removed).toEqual({ code: 0, out: 'sam2-tiny is removed.\n', err: '' })
  expect(existsSync(folder)).toBe(false)
})

describe('a model pack', () => {
  let server: FileServer
  const model = randomBytes(50_000)
  beforeEach(async () => {
    server = await serveFiles({ '/model': model })
    const pack: PackDescriptor = {
      id: 'made',
      version: '3',
      title: 'Made model',
      licence: 'MIT',
      dataLicence: 'CC BY 4.0',
      limits: 'It knows little.',
      homepage: 'https://example.org/',
      archive: null,
      files: [
        {
          name: 'model',
          from: { kind: 'url', url: `${server.url}/model` },
          bytes: model.length,
          sha256: digestOf(model),
        },
      ],
    }
    await writeFile(inFolder('packs.json'), JSON.stringify([pack]))
    vi.stubEnv('DELTASCRIBE_PACKS', inFolder('packs.json'))
  })
  afterEach(() => server.close())

  test('is not asked for before someone agreed, and its card is told', async () => {
    const { code, err } = await runHere(addModelsCommand, 'models', 'add', 'made')
    expect(code).toBe(2)
    expect(err).toContain('licence of the training data: CC BY 4.0')
    expect(err).toContain('It knows little.')
    expect(err).toContain(`asked first:                  ${server.host}`)
    expect(err).toContain('Nothing was fetched, as nobody can be asked here.')
    expect(server.requests).toEqual([])
    expect(existsSync(inFolder('home', 'model-pack-consents.json'))).toBe(false)
  })

  test('is fetched after --yes, whose time and version are on the disk', async () => {
    const { code, err } = await runHere(addModelsCommand, 'models', 'add', 'made', '--yes')
    // these files are no model
    expect(code).toBe(1)
    expect(err).toContain(`The files come from ${server.host}.`)
    expect(server.requests).toHaveLength(1)
    const consents = JSON.parse(
      await readFile(inFolder('home', 'model-pack-consents.json'), 'utf8'),
    ) as unknown
    expect(consents).toEqual([
      {
        pack: 'made',
        version: '3',
        licence: 'MIT',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
      },
    ])
  })

  test('that is carried is added by its path alone, and one that says nothing is refused', async () => {
    const carried = inFolder('carried')
    await mkdir(carried)
    await writeFile(join(carried, 'model'), model)
    const without = await runHere(addModelsCommand, 'models', 'add', carried)
    expect(without).toMatchObject({
      code: 2,
      err: expect.stringContaining('does not say which model pack') as string,
    })
    await writeFile(join(carried, 'pack.json'), JSON.stringify({ id: 'made', version: '3' }))
    const { err } = await runHere(addModelsCommand, 'models', 'add', carried)
    expect(err).toContain(`Made model: licence MIT, from ${carried}`)
    const out = await runHere(addModelsCommand, 'models', 'pack', 'made', '--out', inFolder('made.tar'))
    expect(out.err).toContain('The model pack made is not installed.')
    expect(server.requests).toEqual([])
  })
})
