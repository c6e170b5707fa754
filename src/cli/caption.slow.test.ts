import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { captionReportSchema } from '../contract/connector'
import { serveChat } from '../connector/testing'
import type { ChatServer } from '../connector/testing'
import { serveTinyModel } from '../captioning/testing'
import { makePairFolder } from '../images/testing'
import { programArgs } from './testing'

const key = 'sk-on-the-line'

let folder = ''
let home = ''
let server: ChatServer

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-cli-caption-'))
  home = await mkdtemp(join(tmpdir(), 'deltascribe-cli-home-'))
  // captions are asked for with the regions that measured difference finds
  await writeFile(join(home, 'settings.json'), JSON.stringify({ proposer: 'difference', provider: 'cpu' }))
  server = await serveChat({ key })
})

afterEach(async () => {
  server.close()
  for (const path of [folder, home]) {
    await rm(path, { recursive: true, force: true, maxRetries: 20 })
  }
})

const more: Record<string, string> = {}

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { ...process.env, DELTASCRIBE_HOME: home, DELTASCRIBE_CAPTION_KEY: key, ...more }
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [...programArgs, ...args], { env })
    return { code: 0, out: stdout, err: stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, out: stdout, err: stderr }
  }
}

test(
  'the open pairs of a folder get captions from a server, once, and pairs that cannot be sent are reported',
  { timeout: 600_000 },
  async () => {
    await makePairFolder(folder, { count: 2, width: 160, height: 120, layout: 'before-after' })
    const unreachable = await run('caption', folder)
    expect([unreachable.code, unreachable.err]).toEqual([
      2,
      expect.stringContaining('Name a server with --endpoint'),
    ])
    const endpoint = ['--endpoint', server.address, '--model', 'seer']

    const first = await run('caption', folder, ...endpoint, '--limit', '1', '--json')
    const report = captionReportSchema.parse(JSON.parse(first.out))
    expect([first.code, report.added.map((added) => added.key), report.failed]).toEqual([
      0,
      ['pair_000000'],
      [],
    ])
    expect(first.err).toContain(`Captions by seer at ${server.address}`)
    expect(server.questions[0].texts.at(-1)).toMatch(/Entity:\n1: \w/)

    const second = await run('caption', folder, ...endpoint)
    expect([second.code, second.out]).toEqual([0, expect.stringMatching(/^pair_000001\t.+\n$/)])
    expect(second.err).toContain('1 caption added (0 say that nothing changed), 1 pair left out, 0 failed')

    const far = await run('caption', folder, '--endpoint', 'https://203.0.113.7/v1', '--model', 'other')
    expect([far.code, far.err]).toEqual([1, expect.stringContaining('Nothing was sent')])
  },
)

test('a model pack of this machine writes them too, without a server', { timeout: 600_000 }, async () => {
  const tiny = await serveTinyModel()
  try {
    more['DELTASCRIBE_PACKS'] = join(home, 'packs.json')
    more['HF_ENDPOINT'] = tiny.hub.url
    await writeFile(more['DELTASCRIBE_PACKS'], JSON.stringify([tiny.pack]))
    await makePairFolder(folder, { count: 2, width: 160, height: 120, layout: 'before-after' })
    const pack = ['--pack', tiny.pack.id]
    const missing = await run('caption', folder, ...pack)
    expect([missing.code, missing.err]).toEqual([
      1,
      expect.stringContaining('Tiny captions is not installed'),
    ])
    expect((await run('models', 'add', tiny.pack.id, '--yes')).code).toBe(0)
    const asked = tiny.hub.requests.length
    const added = await run('caption', folder, ...pack)
    expect([added.code, added.out]).toEqual([
      0,
      expect.stringMatching(/^pair_000000\t.*before\npair_000001\t.*before\n$/),
    ])
    expect(tiny.hub.requests).toHaveLength(asked)
    expect(server.requests).toEqual([])
    const both = await run('caption', folder, ...pack, '--endpoint', server.address)
    expect([both.code, both.err]).toEqual([2, expect.stringContaining('not both')])
  } finally {
    tiny.close()
    delete more['DELTASCRIBE_PACKS']
    delete more['HF_ENDPOINT']
  }
})
