import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Decision } from '../contract/pairs'
import { startEngine } from '../engine/testing'
import { makePairFolder } from '../images/testing'
import { addCompareReviewsCommand } from './compare-reviews'
import { runHere } from './testing'

let [home, ann, ben, cleo] = ['', '', '', '']

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'deltascribe-reviews-'))
  vi.stubEnv('DELTASCRIBE_HOME', join(home, 'another'))
  ;[ann, ben, cleo] = ['ann', 'ben', 'cleo'].map((name) => join(home, name))
  await makePairFolder(ann, { count: 4, width: 32, height: 32, layout: 'a-b' })
  cpSync(ann, ben, { recursive: true })
  cpSync(ann, cleo, { recursive: true })
  await decide(ann, ['flag', 'reject', 'reject', 'flag'])
  await decide(ben, ['flag', 'reject', 'flag', 'reopen'])
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

async function decide(folder: string, decisions: readonly Decision[]): Promise<void> {
  const { engine, client } = startEngine(join(home, 'home'))
  await client.call('settings.set', { proposeAhead: false, provider: 'cpu' })
  await client.call('project.open', { folder, reading: null })
  for (const [index, decision] of decisions.entries()) {
    await client.call('pairs.decide', {
      pairId: index + 1,
      eventId: `decision-${index}`,
      decision,
      milliseconds: 1000,
    })
  }
  engine.dispose()
}

test('two people’s reviews of copies of a folder are compared, by the keys of the pairs', async () => {
  const names = ['--name', 'Ann', 'Ben']
  const { out } = await runHere(addCompareReviewsCommand, 'compare-reviews', ann, ben, '--json', ...names)
  expect(JSON.parse(out)).toMatchObject({
    people: [
      { name: 'Ann', decided: 4 },
      { name: 'Ben', decided: 3 },
    ],
    pairs: 3,
    pairsOfAll: 3,
    two: [
      {
        first: 'Ann',
        second: 'Ben',
        pairs: 3,
        // two of three the same; by chance (1 * 2 + 2 * 1) / 9
        metrics: expect.arrayContaining([
          expect.objectContaining({ metric: 'decision, kappa', value: expect.closeTo(0.4, 12) }),
        ]),
      },
    ],
  })
  const { out: told } = await runHere(addCompareReviewsCommand, 'compare-reviews', ann, ben, ...names)
  expect(told).toMatch(/^All: 3 pairs that two or more decided on, 3 that all did\.$/m)
  expect(told).toMatch(/^Ann and Ben: 3 pairs that both decided on\.$/m)
  expect(told).toMatch(/^decision, kappa +40\.00 /m)
})

test('where there is nothing to compare, the command says so', async () => {
  const { code, err } = await runHere(addCompareReviewsCommand, 'compare-reviews', ann, cleo)
  expect(code).not.toBe(0)
  expect(err).toMatch(/No pair was decided on in two of these folders/)
  const alone = await runHere(addCompareReviewsCommand, 'compare-reviews', ann)
  expect(alone.err).toMatch(/folders of two people or more/)
})
