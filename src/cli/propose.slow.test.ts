import { existsSync, readdirSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makePairFolder } from '../images/testing'
import { addProposeCommand } from './propose'
import { addScoreCommand } from './score'
import { ownFolder, runHere } from './testing'

const inFolder = ownFolder()

test(
  'Ctrl+C keeps what was proposed, and a folder that cannot be written to is refused before any work',
  {
    timeout: 300_000,
  },
  async () => {
    const [folder, out] = [inFolder('images'), inFolder('out')]
    await makePairFolder(folder, { count: 120, width: 64, height: 48, layout: 'a-b' })
    await writeFile(inFolder('file'), '')
    const command = ['propose', folder, '--proposer', 'difference', '--provider', 'cpu', '--out']
    const refused = await runHere(addProposeCommand, ...command, inFolder('file'))
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('Nothing can be written to')])

    const first = join(out, 'masks', 'pair_000000.png')
    const watch = setInterval(() => {
      if (existsSync(first)) {
        clearInterval(watch)
        process.kill(process.pid, 'SIGINT')
      }
    }, 1)
    const stopped = await runHere(addProposeCommand, ...command, out)
    clearInterval(watch)
    expect([stopped.code, stopped.err]).toEqual([130, expect.stringMatching(/Stopped; \d+ pairs were not/)])
    const captions = JSON.parse(await readFile(join(out, 'captions.json'), 'utf8')) as Record<string, unknown>
    const masks = readdirSync(join(out, 'masks')).map((name) => name.replace('.png', ''))
    expect(Object.keys(captions)).toEqual(masks.sort())
    expect(masks.length).toBeGreaterThan(0)

    const refs = inFolder('refs.json')
    await writeFile(refs, JSON.stringify(Object.fromEntries(masks.map((key) => [key, 'a red box appeared']))))
    const score = ['score', '--refs', refs, '--hyps', join(out, 'captions.json'), '--no-meteor', '--json']
    const scored = await runHere(addScoreCommand, ...score, '--resamples', '0')
    expect([scored.code, JSON.parse(scored.out)]).toMatchObject([0, { items: masks.length }])
  },
)

test('pairs that are called like what every object has are proposed for, written and scored', async () => {
  const keys = ['__proto__', 'constructor', 'toString']
  const [folder, out] = [inFolder('named'), inFolder('named-out')]
  await makePairFolder(folder, { count: keys.length, width: 64, height: 48, layout: 'a-b' })
  for (const [index, key] of keys.entries()) {
    for (const side of ['A', 'B']) {
      await rename(join(folder, side, `pair_00000${index}.png`), join(folder, side, `${key}.png`))
    }
  }
  const command = ['propose', folder, '--proposer', 'difference', '--provider', 'cpu', '--out', out]
  const { code, out: said, err } = await runHere(addProposeCommand, ...command)
  expect([code, said, err]).toEqual([0, expect.stringMatching(/^3 proposals .* 0 failed/), ''])
  const captions = join(out, 'captions.json')
  expect(Object.keys(JSON.parse(await readFile(captions, 'utf8')) as object).toSorted()).toEqual(keys)
  expect(readdirSync(join(out, 'masks')).toSorted()).toEqual(keys.map((key) => `${key}.png`))

  const refs = inFolder('named-refs.json')
  await writeFile(refs, `{${keys.map((key) => `"${key}": "a constructor was moved"`).join(', ')}}`)
  const score = ['score', '--refs', refs, '--hyps', captions, '--no-meteor', '--json', '--resamples', '0']
  const scored = await runHere(addScoreCommand, ...score)
  expect([scored.code, JSON.parse(scored.out)]).toMatchObject([
    0,
    { items: keys.length, missingHypotheses: [] },
  ])
})

test('captions are in the language that is asked for, and stay so in the project', async () => {
  const [folder, out] = [inFolder('german'), inFolder('german-out')]
  await makePairFolder(folder, { count: 1, width: 96, height: 64, layout: 'a-b' })
  const command = ['propose', folder, '--proposer', 'difference', '--provider', 'cpu', '--out', out]
  for (const language of [['--caption-language', 'de'], []]) {
    const { code, err } = await runHere(addProposeCommand, ...command, ...language)
    expect([code, err]).toEqual([0, ''])
    expect(await readFile(join(out, 'captions.json'), 'utf8')).toMatch(/des Bildes\)\.|Veränderung/)
  }
})

test('a folder that a run wrote has the files of the next run alone, and one with other files is refused', async () => {
  const [folder, out] = [inFolder('twice'), inFolder('twice-out')]
  await makePairFolder(folder, { count: 3, width: 64, height: 48, layout: 'a-b' })
  const command = ['propose', folder, '--proposer', 'difference', '--provider', 'cpu', '--out', out]
  expect((await runHere(addProposeCommand, ...command)).code).toBe(0)
  expect((await runHere(addProposeCommand, ...command, '--limit', '1')).code).toBe(0)
  const captions = JSON.parse(await readFile(join(out, 'captions.json'), 'utf8')) as object
  expect(Object.keys(captions)).toEqual(['pair_000000'])
  expect(readdirSync(join(out, 'masks'))).toEqual(['pair_000000.png'])

  // a mask of another program
  await writeFile(join(out, 'masks', 'other.png'), '')
  const refused = await runHere(addProposeCommand, ...command)
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('holds other files')])
  expect(readdirSync(join(out, 'masks'))).toEqual(['other.png', 'pair_000000.png'])

  const truth = inFolder('truth')
  await makePairFolder(truth, { count: 1, width: 64, height: 48, layout: 'a-b' })
  const beside = await runHere(addProposeCommand, ...command.slice(0, -1), truth)
  expect([beside.code, readdirSync(truth)]).toEqual([2, expect.not.arrayContaining(['masks'])])
})
