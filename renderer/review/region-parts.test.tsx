import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Region } from '../../src/domain/document'
import { documentFrom } from '../../src/domain/review'
import { unionRle } from '../../src/mask/rle'
import { button, part, statusSaying } from '../testing/find'
import { madeCaption, madeLink, madeMask, madePair, madeProposal, madeRegion } from '../testing/made-pairs'
import { renderReview, violations } from '../testing/mount'
import type { Shown } from '../testing/mount'

const rows = part('list', 'Regions').getByRole('listitem')
const row = (number: number, category: string): ReturnType<typeof button> =>
  button(new RegExp(`^Region ${number}, ${category}`))

/** An unnamed region, and a car with these fields, which a caption is linked to. */
function showPair(change: Partial<Region>, more: readonly Region[] = []): Promise<Shown> {
  const plain = madeRegion(1, { category: 'change' })
  const car = madeRegion(2, { category: 'car', ...change })
  const said = madeCaption('a car is new', { id: 'said' })
  const base = documentFrom([plain, car, ...more], [said], [madeLink(said, 'car', car)])
  return renderReview(1, { pairs: [madePair(1, 'harbour', { base, proposals: [madeProposal()] })] })
}

it('takes a joined region apart, as one edit that undo takes back', async () => {
  const parts = [3, 4, 0].map((place) => ({ mask: madeMask(place), beforeMask: null }))
  const mask = parts.map((one) => one.mask).reduce(unionRle)
  const { engine, store } = await showPair({ mask, parts, status: 'accepted' })
  await row(2, 'car').click()
  await expect.element(rows.nth(1)).toHaveTextContent('Joined from 3 parts')
  await button('Take apart').click()
  await expect.element(row(4, 'car, proposed')).toBeVisible()
  expect(engine.inputsOf('pairs.edit').map(({ label }) => label)).toEqual(['Region taken apart'])
  const { regions: apart, links } = store.open(1).document
  expect(apart.map(({ category, status, name }) => [category, status, name])).toEqual([
    ['change', 'proposed', undefined],
    ...parts.map(() => ['car', 'proposed', null]),
  ])
  expect(apart.slice(1).map(({ mask }) => mask)).toEqual(parts.map(({ mask }) => mask))
  expect(new Set(apart.map(({ id }) => id)).size).toBe(4)
  expect(links.map(({ regionId }) => regionId)).toEqual([apart[1].id])
  await expect.element(row(2, 'car')).toHaveAttribute('aria-pressed', 'true')
  await userEvent.keyboard('z')
  await expect.element(row(2, 'car, accepted')).toBeVisible()
  await expect.element(row(3, 'car')).not.toBeInTheDocument()
  expect(store.open(1).document.links.map(({ regionId }) => regionId)).toEqual(['region-2'])
})

it('takes the first joined region apart with Shift+P', async () => {
  const parts = [3, 4].map((place) => ({ mask: madeMask(place), beforeMask: null }))
  await showPair({ mask: unionRle(madeMask(3), madeMask(4)), parts })
  await expect.element(row(2, 'car')).toBeVisible()
  await userEvent.keyboard('{Shift>}p{/Shift}')
  await expect.element(row(3, 'car')).toBeVisible()
})

it('takes a region apart into the pieces that do not touch, each as it was decided', async () => {
  const mask = unionRle(madeMask(2), madeMask(4))
  const { store } = await showPair({ mask, status: 'accepted' })
  await row(2, 'car').click()
  await expect.element(rows.nth(1)).toHaveTextContent('In 2 pieces')
  await userEvent.keyboard('{Shift>}p{/Shift}')
  await expect.element(row(3, 'car, accepted')).toBeVisible()
  const { regions } = store.open(1).document
  expect(regions.slice(1).map((region) => region.mask)).toEqual([madeMask(2), madeMask(4)])
})

it('takes a joined region that was painted on into its pieces, not into what it was', async () => {
  const parts = [2, 3].map((place) => ({ mask: madeMask(place), beforeMask: null }))
  const { store } = await showPair({ mask: unionRle(madeMask(2), madeMask(4)), parts })
  await row(2, 'car').click()
  await expect.element(rows.nth(1)).toHaveTextContent('In 2 pieces')
  await button('Take apart').click()
  await expect.element(row(3, 'car')).toBeVisible()
  expect(
    store
      .open(1)
      .document.regions.slice(1)
      .map(({ mask }) => mask),
  ).toEqual([madeMask(2), madeMask(4)])
})

it('says how a region in one piece is cut', async () => {
  await showPair({})
  await row(2, 'car').click()
  await expect.element(button('Take apart')).not.toBeInTheDocument()
  await userEvent.keyboard('{Shift>}p{/Shift}')
  await expect.element(statusSaying(/one piece.*eraser/)).toBeVisible()
})

it('joins two regions as one edit, which undo or taking apart takes back', async () => {
  const { engine, store } = await showPair({})
  await row(1, 'change').click()
  await button('Join…').click()
  await part('menuitem', 'Region 2, car').click()
  await expect.element(row(1, 'change, accepted')).toBeVisible()
  await expect.element(row(2, 'car')).not.toBeInTheDocument()
  expect(engine.inputsOf('pairs.edit').map(({ label }) => label)).toEqual(['Regions joined'])
  const [whole] = store.open(1).document.regions
  expect(whole).toMatchObject({ id: 'region-1', mask: unionRle(madeMask(1), madeMask(2)) })
  expect(store.open(1).document.links.map(({ regionId }) => regionId)).toEqual(['region-1'])
  await button('Take apart').click()
  await expect.element(row(2, 'change, proposed')).toBeVisible()
  expect(store.open(1).document.regions.map(({ mask }) => mask)).toEqual([madeMask(1), madeMask(2)])
  await userEvent.keyboard('zz')
  await expect.element(row(2, 'car, proposed')).toBeVisible()
  expect(store.open(1).document.links.map(({ regionId }) => regionId)).toEqual(['region-2'])
})

it('offers the nearest region first, with Shift+M, and none that was rejected', async () => {
  const road = madeRegion(4, { category: 'road' })
  await showPair({ mask: madeMask(3) }, [road, madeRegion(0, { category: 'hut', status: 'rejected' })])
  await row(3, 'road').click()
  await userEvent.keyboard('{Shift>}m{/Shift}')
  await expect.element(part('menuitem', 'Region 2, car')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(part('menuitem', 'Region 1, change')).toHaveFocus()
  await expect.element(part('menuitem', /hut/)).not.toBeInTheDocument()
  expect(await violations()).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.element(row(2, 'road, accepted')).toBeVisible()
})

it('asks for a region first where none is chosen', async () => {
  await showPair({})
  await expect.element(row(2, 'car')).toBeVisible()
  await userEvent.keyboard('{Shift>}m{/Shift}')
  await expect.element(statusSaying(/Choose the region/)).toBeVisible()
})
