import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openProject } from '../engine/project/open-project'
import { makePairFolder } from '../images/testing'
import { ownFolder, programArgs } from './testing'

const inFolder = ownFolder()

test.skipIf(process.platform === 'win32')(
  'Ctrl+C at a terminal leaves the pair in work as it was: no measured difference replaces the model [not on Windows]',
  async () => {
    const [folder, out] = [inFolder('images'), inFolder('out')]
    await mkdir(inFolder('home'), { recursive: true })
    await writeFile(inFolder('home', 'settings.json'), JSON.stringify({ proposer: 'ccrc-base' }))
    await makePairFolder(folder, { count: 30, width: 128, height: 96, layout: 'a-b' })
    const args = [...programArgs, 'propose', folder, '--provider', 'cpu', '--out', out]
    // a terminal sends Ctrl+C to a whole group
    const child = spawn(process.execPath, args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (text: Buffer) => {
      said += text.toString()
    })
    const ended = once(child, 'close')
    const first = join(out, 'masks', 'pair_000000.png')
    await expect.poll(() => existsSync(first), { interval: 5, timeout: 300_000 }).toBe(true)
    process.kill(-(child.pid ?? 0), 'SIGINT')
    expect(await ended).toEqual([130, null])
    expect(said).not.toContain('ccrc-base cannot be used')
    expect(said).toMatch(/Stopped; \d+ pairs were not proposed for\.\n$/)

    const project = await openProject(folder, null, inFolder('home'))
    const ids = project.store.pairs.find({ states: null, search: '', hasProblem: null }, 'key')
    const made = ids.flatMap((id) => project.store.proposals.ofPair(id))
    const masks = readdirSync(join(out, 'masks'))
    expect(new Set(made.map(({ proposer }) => proposer))).not.toContain('difference')
    expect([masks.length, masks.length + 1]).toContain(made.length)
    project.close()
  },
)
