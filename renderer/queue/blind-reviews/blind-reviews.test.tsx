import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { GoldPairs } from '../../../src/contract/overlap'
import type { Role } from '../../../src/contract/person'
import { button, dialog, part, statusSaying } from '../../testing/find'
import { madeAgreement, madeOverlap } from '../../testing/made-agreement'
import { proposedPair } from '../../testing/made-pairs'
import { renderApp, violations } from '../../testing/mount'
import type { Shown } from '../../testing/mount'
import { takePictures } from '../../testing/take-pictures'

const keys = ['harbour', 'market', 'station']
const pairs = keys.map((key, index) => proposedPair(index + 1, key))
async function shownTo(role: Role, list = [madeOverlap]): Promise<Shown> {
  let present = list
  let gold: GoldPairs = []
  const shown = await renderApp({
    route: 'queue',
    pairs,
    project: { isShared: true },
    answers: {
      'team.me': () => ({ name: 'Ada', role }),
      'claims.list': () => [],
      'overlap.list': () => present,
      'overlap.set': ({ reviews }: { reviews: number }) =>
        (present = reviews === 0 ? [] : [{ ...madeOverlap, wanted: reviews }]),
      'overlap.agreement': () => madeAgreement,
      'overlap.gold': () => gold,
      'overlap.setGold': ({ pairIds, isGold }: { pairIds: number[]; isGold: boolean }) =>
        (gold = isGold
          ? pairIds.map((id) => ({ id, key: keys[id - 1] }))
          : gold.filter(({ id }) => !pairIds.includes(id))),
    },
  })
  await expect.element(part('listbox', 'Pairs').getByRole('option').first()).toBeVisible()
  return shown
}

const blindReviews = dialog('Blind reviews')

describe('blind reviews', () => {
  it('are set by a key: how many people, which share of the pairs, from which seed', async () => {
    const { engine } = await shownTo('adjudicator', [])
    await userEvent.keyboard('{Shift>}B{/Shift}')
    await expect.element(blindReviews.getByText('No pair gets several reviews yet.')).toBeVisible()
    await blindReviews.getByLabelText('People for each pair').fill('3')
    await blindReviews.getByLabelText('Share of the pairs').fill('25')
    await blindReviews.getByRole('button', { name: 'Have 3 people review 25 % of the pairs' }).click()
    await expect.element(page.getByRole('row', { name: '3 3 2 1 0 1' })).toBeVisible()
    expect(engine.inputsOf('overlap.set')).toMatchObject([{ reviews: 3, share: 0.25, seed: 1 }])
    await blindReviews.getByRole('button', { name: 'No further blind reviews' }).click()
    await expect.element(blindReviews.getByText('No pair gets several reviews yet.')).toBeVisible()
  })

  it('are made of a number of pairs where that is chosen', async () => {
    const { engine } = await shownTo('owner', [])
    await button('Blind reviews').click()
    await blindReviews.getByRole('combobox', { name: 'Pairs' }).click()
    await page.getByRole('option', { name: 'A number of them' }).click()
    await blindReviews.getByLabelText('Number of pairs').fill('40')
    await blindReviews.getByRole('button', { name: 'Have 2 people review 40 pairs' }).click()
    await expect.element(page.getByRole('row', { name: '2 3 2 1 0 1' })).toBeVisible()
    expect(engine.inputsOf('overlap.set')).toMatchObject([{ reviews: 2, count: 40, seed: 1 }])
  })

  it('are scored against pairs that are selected as gold; one is taken out again', async () => {
    const { engine } = await shownTo('adjudicator')
    await userEvent.keyboard('{Control>}a{/Control}')
    await button('Make gold').click()
    await expect.element(statusSaying('3 pairs are gold now.')).toBeVisible()
    await button('Blind reviews').click()
    await expect.element(blindReviews.getByRole('list', { name: 'Gold pairs' })).toHaveTextContent(/market/)
    await takePictures()
    await blindReviews.getByRole('button', { name: 'market is gold no more' }).click()
    await expect
      .element(blindReviews.getByRole('list', { name: 'Gold pairs' }))
      .not.toHaveTextContent(/market/)
    expect(engine.inputsOf('overlap.setGold')).toMatchObject([
      { pairIds: [1, 2, 3], isGold: true },
      { pairIds: [2], isGold: false },
    ])
  })

  it('are scored against decided pairs alone', async () => {
    const { engine } = await shownTo('adjudicator')
    engine.refuse('overlap.setGold', { code: 'conflict', message: 'harbour is not decided yet' })
    await userEvent.keyboard('{Control>}a{/Control}')
    await button('Make gold').click()
    await expect.element(page.getByText('harbour is not decided yet')).toBeVisible()
  })

  it('that cannot be set say why', async () => {
    const { engine } = await shownTo('owner')
    await button('Blind reviews').click()
    engine.refuse('overlap.set', { code: 'conflict', message: 'This project was replaced.' })
    await blindReviews.getByRole('button', { name: 'Have 2 people review 10 % of the pairs' }).click()
    await expect.element(blindReviews.getByRole('alert')).toHaveTextContent('This project was replaced.')
  })

  it('show how far each two people agree, by a metric, and what is known of the two that are chosen', async () => {
    await shownTo('adjudicator')
    await button('Blind reviews').click()
    await blindReviews.getByRole('button', { name: 'Compare the reviews' }).click()
    await expect
      .element(blindReviews.getByText('3 people, 14 pairs that two or more decided on'))
      .toBeVisible()
    const all = page.getByRole('row', { name: /Krippendorff/ })
    await expect.element(all.first()).toHaveTextContent('0.620.50 to 0.71')
    await expect.element(blindReviews.getByRole('button', { name: 'Rita and Rosa: –' }).first()).toBeVisible()
    await takePictures()
    expect(await violations()).toEqual([])
    await blindReviews.getByRole('button', { name: 'Rolf and Gold pairs: 0.70' }).click()
    await expect.element(blindReviews.getByRole('region', { name: 'Rolf and Gold pairs' })).toBeVisible()
    await expect.element(page.getByRole('row', { name: 'house 9 7 6' })).toBeVisible()
    await blindReviews.getByRole('combobox', { name: 'Metric' }).click()
    await page.getByRole('option', { name: 'All changed pixels (IoU)' }).click()
    await expect
      .element(blindReviews.getByRole('button', { name: 'Rolf and Rosa: 0.40' }).first())
      .toBeVisible()
  })

  it('say so where no pair has all its reviews, or the reviews cannot be read', async () => {
    const { engine } = await shownTo('adjudicator')
    engine.on('overlap.agreement', () => ({
      people: [],
      pairs: 0,
      pairsOfAll: 0,
      metrics: [],
      two: [],
      gold: [],
    }))
    await button('Blind reviews').click()
    const compare = blindReviews.getByRole('button', { name: 'Compare the reviews' })
    await compare.click()
    await expect.element(blindReviews.getByText(/No pair has all its reviews yet/)).toBeVisible()
    engine.refuse('overlap.agreement', { code: 'unavailable', message: 'The database is away.' })
    await compare.click()
    await expect.element(blindReviews.getByRole('alert')).toHaveTextContent('The database is away.')
  })

  it('are for adjudicators: the key says so to others, and there is no button', async () => {
    await shownTo('reviewer')
    expect(button('Blind reviews').elements()).toEqual([])
    await userEvent.keyboard('{Shift>}B{/Shift}')
    await expect.element(statusSaying('Blind reviews need a project in a database')).toBeVisible()
    expect(blindReviews.elements()).toEqual([])
  })
})
