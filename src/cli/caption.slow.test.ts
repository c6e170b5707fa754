import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { captionReportSchema } from '../contract/connector'
import { serveChat } from '../connector/testing'
import type { ChatServer } from '../connector/testing'
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

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { ...process.env, DELTASCRIBE_HOME: home, DELTASCRIBE_CAPTION_KEY: key }
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
    expect(second.err).toContain('1 captions added (0 say that nothing changed), 1 pairs left out, 0 failed')

    const far = await run('caption', folder, '--endpoint', 'https://203.0.113.7/v1', '--model', 'other')
    expect([far.code, far.err]).toEqual([1, expect.stringContaining('Nothing was sent')])
  },
)
