import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makePairFolder } from '../images/testing'
import { addProposeCommand } from './propose'
import { addScoreCommand } from './score'
import { runHere } from './testing'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'deltascribe-cli-propose-'))
  vi.stubEnv('DELTASCRIBE_HOME', join(root, 'home'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(root, { recursive: true, maxRetries: 5 })
})

test(
  'Ctrl+C keeps what was proposed, and a folder that cannot be written to is refused before any work',
  {
    timeout: 300_000,
  },
  async () => {
    const [folder, out] = [join(root, 'images'), join(root, 'out')]
    await makePairFolder(folder, { count: 400, width: 64, height: 48, layout: 'a-b' })
    await writeFile(join(root, 'file'), '')
    const command = ['propose', folder, '--proposer', 'difference', '--provider', 'cpu', '--out']
    const refused = await runHere(addProposeCommand, ...command, join(root, 'file'))
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

    const refs = join(root, 'refs.json')
    await writeFile(refs, JSON.stringify(Object.fromEntries(masks.map((key) => [key, 'a red box appeared']))))
    const score = ['score', '--refs', refs, '--hyps', join(out, 'captions.json'), '--no-meteor', '--json']
    const scored = await runHere(addScoreCommand, ...score, '--resamples', '0')
    expect([scored.code, JSON.parse(scored.out)]).toMatchObject([0, { items: masks.length }])
  },
)
