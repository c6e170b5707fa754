import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { part } from '../testing/find'
import { proposedPair } from '../testing/made-pairs'
import { madeWorkers } from '../testing/made-workers'
import { renderApp } from '../testing/mount'

const pairs = [proposedPair(1, 'harbour')]
const bar = part('contentinfo', 'Status')
const [OPEN] = madeWorkers.jobs

async function ask(): Promise<void> {
  await bar.getByText(/^1 worker, . pairs left/).click()
  await part('menuitem', 'Have workers propose for all pairs').click()
}

describe('workers', () => {
  it('are counted, with what is left, those that are silent, and pairs that were given up', async () => {
    await renderApp({
      pairs,
      route: 'queue',
      project: { isShared: true },
      answers: { 'workers.status': () => madeWorkers },
    })
    await bar.getByText('1 worker, 84 pairs left').click()
    for (const line of [
      '30 a minute',
      'tower: 12 done (proposals, training, exports)',
      'Training on tower: running',
      'attic: no sign of life for 40 s',
      'market was given up: The disk is full.',
    ]) {
      await expect.element(page.getByText(line)).toBeVisible()
    }
  })

  it('are asked for proposals of all pairs, by whoever may ask for many', async () => {
    let [added, waiting] = [4, 0]
    const { engine } = await renderApp({
      pairs,
      route: 'queue',
      project: { isShared: true },
      answers: {
        'workers.status': () => ({ ...madeWorkers, jobs: [{ ...OPEN, waiting }] }),
        'workers.ask': () => {
          waiting += added
          return { proposer: 'difference', lacking: 4, added }
        },
      },
    })
    await ask()
    await expect.element(page.getByText('Workers were asked for proposals of 4 pairs.')).toBeVisible()
    await expect.element(bar.getByText('1 worker, 8 pairs left')).toBeVisible()
    expect(engine.inputsOf('workers.ask')).toEqual([{ proposer: null, limit: null }])
    added = 0
    await ask()
    await expect.element(page.getByText(/^Nothing to ask for/)).toBeVisible()
  })

  it('are nowhere in a project that lies in a file', async () => {
    const { engine } = await renderApp({
      pairs,
      route: 'queue',
      answers: { 'workers.status': () => madeWorkers },
    })
    await expect.element(bar.getByText(/Proposals ready/)).toBeVisible()
    expect(engine.inputsOf('workers.status')).toEqual([])
  })
})
