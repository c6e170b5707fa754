import { expect, test } from 'vitest'
import { buildIfStale } from '../build/build'
import { attackNames, attacksNamed } from './attacks'
import { runCampaign } from './campaign'
import { prepareCampaign } from './prepare'
import { reportOf } from './report'

/** Longer where by then an attack has had no turn. */
const MINUTES = 1
/** Training cannot be cut short: its first turn and what is under way at the end take this much more. */
const PATIENCE = 1_800_000

test(
  'a turn at least of each attack of the campaign, with a seed of the day, finds no loss',
  async () => {
    const seed = Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''))
    console.log(`seed ${seed}`)
    await buildIfStale()
    prepareCampaign()
    const { signal } = new AbortController()
    const attacks = attacksNamed(attackNames)
    const result = await runCampaign({ minutes: MINUTES, seed, firstTurn: 0, attacks, signal })
    const report = reportOf(result, seed)
    console.log(report)
    expect(report).toContain('No loss.')
    expect(result.rows.every(({ attempts, skipped }) => attempts > 0 || skipped !== null)).toBe(true)
  },
  PATIENCE,
)
