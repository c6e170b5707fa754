import { existsSync, readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { makePairFolder } from '../images/testing'
import { standInMachine } from '../remote/testing'
import type { StandIn } from '../remote/testing'
import { addProposeCommand } from './propose'
import { imageDigestsIn, ownFolder, runHere } from './testing'
import type { Ran } from './testing'

const inFolder = ownFolder()
const isPosix = process.platform !== 'win32'

async function otherMachine(banner = ''): Promise<StandIn> {
  const machine = await standInMachine(inFolder(), { banner })
  vi.stubEnv('DELTASCRIBE_SSH', machine.program)
  return machine
}

function propose(folder: string, ...options: string[]): Promise<Ran> {
  const fixed = ['--proposer', 'difference', '--provider', 'cpu']
  return runHere(addProposeCommand, 'propose', folder, ...fixed, ...options)
}

async function masksIn(out: string): Promise<Record<string, string>> {
  const names = readdirSync(join(out, 'masks'))
  const files = names.map(async (name) => [
    name,
    (await readFile(join(out, 'masks', name))).toString('base64'),
  ])
  return Object.fromEntries(await Promise.all(files)) as Record<string, string>
}

test.runIf(isPosix)('another machine makes the same masks, and keeps each image once', async () => {
  const [folder, again] = [inFolder('images'), inFolder('again')]
  await makePairFolder(folder, { count: 2, width: 96, height: 64, layout: 'a-b' })
  await makePairFolder(again, { count: 2, width: 96, height: 64, layout: 'a-b' })
  const machine = await otherMachine('Welcome!\nLast login: today')
  const here = await propose(folder, '--out', inFolder('here'))
  const there = await propose(again, '--out', inFolder('there'), '--at', 'server', '--yes')
  expect([here.code, there.code, there.err]).toEqual([0, 0, ''])
  expect(there.out).toMatch(/^2 proposals by difference on cpu at server .* 0 failed/)
  expect(await masksIn(inFolder('there'))).toEqual(await masksIn(inFolder('here')))
  const kept = readdirSync(join(machine.cache, 'files'))
  // beside them those of the detector of names, where the build made it
  expect(kept).toEqual(expect.arrayContaining(await imageDigestsIn(again)))
  // it was agreed to
  expect((await propose(again, '--at', 'server')).code).toBe(0)
  expect(readdirSync(join(machine.cache, 'files'))).toEqual(kept)
})

test.runIf(isPosix)('nothing is started and sent before the person agrees', async () => {
  const folder = inFolder('images')
  await makePairFolder(folder, { count: 1, width: 64, height: 48, layout: 'a-b' })
  const machine = await otherMachine()
  const { code, err } = await propose(folder, '--at', 'server')
  expect([code, err]).toEqual([2, expect.stringContaining('To allow this, add --yes')])
  expect([await machine.workers(), existsSync(machine.cache)]).toEqual([[], false])
})

test.each(['-oProxyCommand=touch x', 'a b', 'user@-x', 'a\nb', '$(id)', 'a;b', ''])(
  '%j is no name of a machine',
  async (host) => {
    const { code, err } = await propose(inFolder(), `--at=${host}`, '--yes')
    expect([code, err]).toEqual([2, expect.stringContaining('name of a machine')])
  },
)

test.runIf(isPosix)('a machine that cannot be reached is named with what ssh said', async () => {
  const folder = inFolder('images')
  await makePairFolder(folder, { count: 2, width: 64, height: 48, layout: 'a-b' })
  await otherMachine()
  const program = inFolder('refusing')
  await writeFile(program, '#!/bin/sh\necho "me@server: Permission denied (publickey)." >&2\nexit 255\n', {
    mode: 0o755,
  })
  vi.stubEnv('DELTASCRIBE_SSH', program)
  const { code, out, err } = await propose(folder, '--at', 'server', '--yes')
  expect([code, out]).toEqual([1, expect.stringMatching(/^0 proposals .* 0 failed/)])
  expect(err).toContain(
    'server cannot make proposals: me@server: Permission denied (publickey). Try "ssh server',
  )
})
