import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { partialFolder } from '../dataset/export/partial-export'
import { filesIn } from '../dataset/import/testing'
import { makePairFolder } from '../images/testing'
import { programArgs } from './testing'

const pairCount = 48

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-cli-resume-'))
})
afterEach(() => rm(folder, { recursive: true, maxRetries: 20 }))

/** The real command. Where it is to be killed, it is as soon as that holds: SIGKILL, no last words. */
function run(
  args: readonly string[],
  killWhen: () => boolean = () => false,
): Promise<{ code: number | null; err: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...programArgs, ...args], {
      env: { ...process.env, DELTASCRIBE_HOME: join(folder, 'home') },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let err = ''
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString()
    })
    const watch = setInterval(() => {
      if (killWhen()) {
        child.kill('SIGKILL')
      }
    }, 1)
    child.once('error', reject)
    child.once('close', (code) => {
      clearInterval(watch)
      resolve({ code, err })
    })
  })
}

/** Counts of files at which it is killed: archives are made straight from the sources, so there are few. */
const moments = { 'a-b': [4, 40, 90], webdataset: [1, 2, 3] } as const

test.each(['a-b', 'webdataset'] as const)(
  'an export to %s that is killed again and again continues, and is byte-equal to one without a stop',
  { timeout: 600_000 },
  async (format) => {
    const [source, project] = [join(folder, 'source'), join(folder, 'project')]
    await makePairFolder(source, { count: pairCount, width: 200, height: 160, layout: 'a-b' })
    expect((await run(['import', source, '--into', project])).code).toBe(0)
    const command = (out: string): string[] => ['export', project, '--format', format, '--out', out]
    const [straight, out] = [join(folder, 'straight'), join(folder, 'deep/out')]
    const files = join(partialFolder(out), 'files')
    const count = (): number =>
      existsSync(files)
        ? readdirSync(files, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
            .length
        : 0
    expect((await run(command(straight))).code).toBe(0)
    for (const least of moments[format]) {
      const moment = (): boolean => count() >= least
      let { code } = await run(command(out), moment)
      // on a busy machine it may be done before it is observed
      for (let attempts = 0; code === 0 && attempts < 5; attempts += 1) {
        await rm(out, { recursive: true })
        code = (await run(command(out), moment)).code
      }
      expect(code).toBeNull() // by a signal
      expect(existsSync(out)).toBe(false)
    }
    const { code, err } = await run(command(out))
    expect(code).toBe(0)
    expect(err).toMatch(/Went on from an export that had been stopped: \d+ pairs? (is|are) there already\./)
    expect(await filesIn(out)).toEqual(await filesIn(straight))
    expect(await readdir(join(folder, 'deep'))).toEqual(['out'])
  },
)
