import { execFile } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openProject } from '../engine/project/open-project'
import { exportMade, madeItem, madeRegion } from '../dataset/export/testing'
import { writeUntrainedPackage } from '../training/fine-tuning/testing'
import { addImportCommand } from './import'
import { programArgs, runHere } from './testing'
import { addTrainCommand } from './train'

const minutes = 60_000

/** Gives back the package that it was given, with its first weight changed. */
const trainer = `
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
const given = Object.fromEntries(process.argv.slice(2).map((name, at, all) => [name, all[at + 1]]))
const say = (line) => console.log(JSON.stringify(line))
const out = given['--out'] + '/better'
cpSync(given['--from'], out, { recursive: true })
console.log(existsSync(given['--data'] + '/manifest.sha256') ? 'the data are there' : 'no data')
const test = JSON.parse(readFileSync(given['--data'] + '/annotations/instances_test.json', 'utf8'))
console.log('test: ' + test.images.map((image) => image.pair_id).join(' '))
const weights = readFileSync(out + '/weights.safetensors')
weights[8 + Number(weights.readBigUInt64LE(0))] ^= 1
if (!process.env.TEST_LEAVES_DAMAGE) writeFileSync(out + '/weights.safetensors', weights)
const model = JSON.parse(readFileSync(out + '/model.json', 'utf8'))
model.id = 'better'
model.weights.sha256 = createHash('sha256').update(weights).digest('hex')
writeFileSync(out + '/model.json', JSON.stringify(model))
say({ type: 'done', model: 'better' })
`

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-trainer-'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

test(
  "another program's model is imported, and a damaged one is refused with a reason",
  { timeout: 5 * minutes },
  async () => {
    const home = join(folder, 'home')
    await writeUntrainedPackage(join(home, 'models'))
    const script = join(folder, 'trainer.mjs')
    writeFileSync(script, trainer)
    const items = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((key) =>
        madeItem(folder, key, { regions: [madeRegion('1', 'ring')], captions: ['a house'], item: {} }),
      ),
    )
    await exportMade(items, 'coco', join(folder, 'source'))
    const project = join(folder, 'project')
    vi.stubEnv('DELTASCRIBE_HOME', home)
    await runHere(addImportCommand, 'import', join(folder, 'source'), '--into', project)
    const train = ['train', '--project', project, '--from', 'fresh']
    const order = [...train, '--trainer', `"${process.execPath}" "${script}"`]

    vi.stubEnv('TEST_LEAVES_DAMAGE', '1')
    const damaged = await runHere(addTrainCommand, ...order)
    vi.unstubAllEnvs()
    expect(damaged.err).toContain('weights.safetensors')
    expect(existsSync(join(home, 'models/better'))).toBe(false)

    const env = { ...process.env, DELTASCRIBE_HOME: home }
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [...programArgs, ...order], {
      env,
    })
    const output = stdout + stderr
    expect(output).toMatch(/6 pairs are in .*, [1-9] of them held out/)
    const opened = await openProject(project, null, home)
    const sides = JSON.parse(opened.store.meta.get('training-split') ?? '') as Record<string, string>
    opened.store.close()
    const tested = output.split('\n').find((line) => line.startsWith('test:')) ?? ''
    const heldOut = Object.keys(sides).filter((key) => sides[key] === 'held-out')
    expect(tested.split(' ').slice(1).sort()).toEqual(heldOut.sort())
    expect(output).toContain('the data are there')
    expect(output).toContain('better is there')
    const model: unknown = JSON.parse(await readFile(join(home, 'models/better/model.json'), 'utf8'))
    expect(model).toMatchObject({ id: 'better', family: 'ccrc' })
  },
)

/** Writes down the pairs that it was given, and continues. */
const endless = `
import { readdirSync, renameSync, writeFileSync } from 'node:fs'
const data = process.argv[process.argv.indexOf('--data') + 1]
const given = import.meta.dirname + '/given'
writeFileSync(given + '.part', readdirSync(data + '/images/before').filter((name) => name.endsWith('.png')).join(' '))
renameSync(given + '.part', given)
setTimeout(() => {}, 120_000)
`

test('the trainer gets the pairs that were searched for, and a stop leaves nothing behind', async () => {
  vi.stubEnv('DELTASCRIBE_HOME', join(folder, 'home'))
  vi.stubEnv('TMPDIR', join(folder, 'tmp'))
  await mkdir(join(folder, 'tmp'))
  await writeUntrainedPackage(join(folder, 'home/models'))
  const script = join(folder, 'endless.mjs')
  writeFileSync(script, endless)
  const items = await Promise.all(
    ['north/1', 'north/2', 'south/1'].map((key) =>
      madeItem(folder, key, { regions: [madeRegion('1', 'ring')], captions: ['a house'], item: {} }),
    ),
  )
  await exportMade(items, 'coco', join(folder, 'source'))
  const project = join(folder, 'project')
  await runHere(addImportCommand, 'import', join(folder, 'source'), '--into', project)
  const order = ['train', '--project', project, '--trainer', `"${process.execPath}" "${script}"`]

  const useless = await runHere(addTrainCommand, ...order, '--from', 'fresh', '--preset', 'quick', '--json')
  expect([useless.code, useless.err]).toEqual([
    2,
    expect.stringContaining('Not with --trainer: --preset, --json.'),
  ])
  const dataFolder = join(folder, 'given')
  const watch = setInterval(() => {
    if (existsSync(dataFolder)) {
      clearInterval(watch)
      process.kill(process.pid, 'SIGINT')
    }
  }, 10)
  const stopped = await runHere(addTrainCommand, ...order, '--from', 'fresh', '--search', 'north')
  clearInterval(watch)
  expect([stopped.code, stopped.err]).toEqual([
    130,
    expect.stringMatching(/^2 pairs are in .*\ndeltascribe: Stopped; nothing was kept\.\n$/),
  ])
  expect(await readFile(dataFolder, 'utf8')).toBe('north__1.png north__2.png')
  expect(readdirSync(join(folder, 'tmp')).filter((name) => name.startsWith('deltascribe-train-'))).toEqual([])
  const empty = await runHere(addTrainCommand, ...order, '--from', 'fresh', '--search', 'east')
  expect([empty.code, empty.err]).toEqual([2, expect.stringContaining('No reviewed pair has "east"')])
}, 300_000)
