import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { PredictionReport } from '../contract/dataset'
import { put } from '../dataset/import/testing'
import { makePairFolder } from '../images/testing'
import { addImportCommand } from './import'
import { addPairsCommand } from './pairs'
import { ownFolder, runHere } from './testing'
import { withEngine } from './with-engine'

const inFolder = ownFolder()

async function importAs(name: string, ...more: string[]): Promise<Awaited<ReturnType<typeof runHere>>> {
  const words = ['import', inFolder('mine/captions.json'), '--as', 'proposals', '--into', inFolder('pairs')]
  return runHere(addImportCommand, ...words, '--name', name, ...more)
}

test(
  'predictions become proposals beside others, once, and change no document',
  { timeout: 120_000 },
  async () => {
    const [first] = await makePairFolder(inFolder('pairs'), {
      count: 2,
      width: 32,
      height: 24,
      layout: 'a-b',
    })
    await put(inFolder('mine'), 'captions.json', { [first]: 'a red box is new', 'unknown/1': 'a car left' })
    const report = inFolder('left-out.tsv')
    const ran = await importAs('my-model', '--report', report)
    expect([ran.code, ran.out]).toEqual([
      1,
      '1 of 2 predictions are proposals by my-model: 0 regions, 1 captions\n' +
        'Matched by key 1, by path 0, by file name 0; 0 replaced\n' +
        '1 without a pair, 0 left out\n',
    ])
    expect(ran.err).toContain('unknown/1: No pair of the project has this name.')
    expect(await readFile(report, 'utf8')).toContain('unknown/1\tNo pair')

    const again = await importAs('my-model')
    expect([again.code, again.err]).toEqual([
      1,
      expect.stringContaining('1 pair has proposals named my-model'),
    ])
    await put(inFolder('mine'), 'captions.json', { [first]: 'a blue box is new' })
    const replaced = await importAs('my-model', '--replace', '--json')
    expect([replaced.code, JSON.parse(replaced.out)]).toMatchObject([0, { earlierCount: 1, isStored: true }])
    expect((await importAs('second', '--json')).code).toBe(0)

    const listed = await runHere(addPairsCommand, 'pairs', inFolder('pairs'), '--proposer', 'import:second')
    expect(listed.out).toMatch(/\t1\.000\t-\ta blue box is new\n/)

    const wrong = await runHere(addPairsCommand, 'pairs', inFolder('pairs'), '--proposer', 'import:secnd')
    expect([wrong.code, wrong.out]).toEqual([2, ''])
    expect(wrong.err).toMatch(/No pair has a proposal by "import:secnd"\. Those who have: .*import:second/)

    await withEngine(
      async (client) => {
        await client.call('project.open', { folder: inFolder('pairs'), reading: null })
        const filter = { states: null, search: '', hasProblem: null }
        const { ids } = await client.call('pairs.find', { filter, order: 'key' })
        const [stored, ...others] = (await client.call('proposals.list', { pairId: ids[0] })).filter(
          ({ proposer }) => proposer !== 'label',
        )
        expect([stored, ...others].map(({ proposer }) => proposer)).toEqual([
          'import:second',
          'import:my-model',
        ])
        expect(others[0].version).toBe((JSON.parse(replaced.out) as PredictionReport).version)
        expect(others[0].remarks).toEqual(['Imported from captions.json.'])
        const opened = await client.call('pairs.get', { pairId: ids[0] })
        expect(opened).toMatchObject({
          version: 0,
          baseProposalId: null,
          document: { regions: [], captions: [] },
        })
      },
      { access: 'look', program: 'test' },
    )
  },
)

test('it needs a name and a project', async () => {
  await put(inFolder('mine'), 'captions.json', { one: 'a house' })
  const unnamed = await importAs('')
  expect([unnamed.code, unnamed.err]).toEqual([2, expect.stringContaining('--name')])
  const forgotten = await runHere(
    addImportCommand,
    'import',
    inFolder('mine'),
    '--into',
    inFolder('x'),
    '--name',
    'm',
  )
  expect([forgotten.code, forgotten.err]).toEqual([2, expect.stringContaining('--as proposals')])
  const nowhere = await importAs('x')
  expect(nowhere.code).toBe(2)
})
