import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Statistics } from '../contract/statistics'
import type { Decision } from '../contract/pairs'
import { startEngine } from '../engine/testing'
import type { StartedEngine } from '../engine/testing'
import { makePairFolder } from '../images/testing'
import { addStatisticsCommand } from './statistics'
import { runHere } from './testing'

describe('statistics of a project', () => {
  let [home, folder] = ['', '']
  let engine: StartedEngine['engine']
  let client: StartedEngine['client']
  let count = 0

  beforeAll(async () => {
    ;[home, folder] = ['home', 'pairs'].map((name) => mkdtempSync(join(tmpdir(), `deltascribe-${name}-`)))
    vi.stubEnv('DELTASCRIBE_HOME', join(home, 'another'))
    await makePairFolder(folder, { count: 4, width: 32, height: 32, layout: 'a-b' })
    ;({ engine, client } = startEngine(home))
    await client.call('settings.set', { proposeAhead: false, provider: 'cpu', reviewer: '=Ada' })
    await client.call('project.open', { folder, reading: null })
    await decide(1, 'flag')
    await decide(2, 'reject')
    await decide(2, 'flag')
    await decide(3, 'reject')
    await client.call('pairs.undo', { pairId: 3, eventId: 'undone-1' })
    await decide(4, 'reject')
    await decide(4, 'reopen')
  })
  afterAll(() => {
    vi.unstubAllEnvs()
    engine.dispose()
    ;[home, folder].forEach((made) => rmSync(made, { recursive: true, force: true, maxRetries: 5 }))
  })

  const decide = (pairId: number, made: Decision): Promise<unknown> =>
    client.call('pairs.decide', {
      pairId,
      eventId: `decision-${(count += 1)}`,
      decision: made,
      milliseconds: 1500,
    })

  test('count the last decision of each pair, unless it was undone or the pair was reopened', async () => {
    expect(await client.call('statistics.get', {})).toMatchObject({
      pairCount: 4,
      decided: 2,
      asProposed: null,
      times: { median: 1.5 },
      reviewers: [{ reviewer: '=Ada', decided: 2 }],
      proposers: [],
    })
    const decisions = await client.call('statistics.decisions', {})
    expect(decisions.map(({ state }) => state)).toEqual(['flagged', 'flagged'])
  })

  test('are printed and written by the command line, also while the project is open', async () => {
    const csv = join(home, 'decisions.csv')
    const { out } = await runHere(addStatisticsCommand, 'statistics', folder, '--json', '--csv', csv)
    expect((JSON.parse(out) as Statistics).decided).toBe(2)
    const [header, first] = readFileSync(csv, 'utf8').split('\n')
    expect(header).toMatch(/^key,state,decided_at,seconds,reviewer/)
    // no formula for a spreadsheet
    expect(first).toMatch(/,flagged,20\d\d-.*Z,1\.5,'=Ada,,,,$/)
    const { out: told } = await runHere(addStatisticsCommand, 'statistics', folder)
    expect(told).toMatch(/^Decided: 2 of 4 pairs\. Half of the pairs took less than 1\.5 s\./)
  })
})
