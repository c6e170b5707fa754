import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Region } from '../../src/domain/document'
import { documentFrom } from '../../src/domain/review'
import { unionRle } from '../../src/mask/rle'
import { button, focus, part, statusSaying } from '../testing/find'
import { madeName } from '../testing/made-store'
import { madeCaption, madeLink, madeMask, madePair, madeProposal, madeRegion } from '../testing/made-pairs'
import { madeSettings } from '../testing/made-project'
import { renderReview, violations } from '../testing/mount'
import type { Shown } from '../testing/mount'

const regions = part('list', 'Regions')
const rows = regions.getByRole('listitem')
const row = (number: number, category: string): ReturnType<typeof button> =>
  button(new RegExp(`^Region ${number}, ${category}`))

/** An unnamed region, and one with these fields. */
function showPair(change: Partial<Region>): Promise<Shown> {
  const plain = madeRegion(1, { category: 'change' })
  const named = madeRegion(2, { category: 'car', name: madeName(), ...change })
  const said = madeCaption('a car is new', { id: 'said' })
  const base = documentFrom([plain, named], [said], [madeLink(said, 'car', named)])
  return renderReview(1, { pairs: [madePair(1, 'harbour', { base, proposals: [madeProposal()] })] })
}

it('lists how sure the proposer is of each region, and says how sure the name is, and why', async () => {
  await showPair({ score: 0.7 })
  await expect.element(rows.nth(1)).toHaveTextContent(/car\s*0\.70/)
  await expect.element(rows.nth(0)).toHaveTextContent(/change\s*0\.90/)
  const both = rows.nth(1).getByTitle('How sure it is that this is “car”: 0.62 of 1')
  await expect.element(both).toHaveTextContent('0.70')
  await expect.element(rows.nth(1)).not.toHaveTextContent(/seen in/)
  await row(2, 'car').click()
  await expect.element(rows.nth(1)).toHaveTextContent('Car seen in the after image (score 0.62); 90 %')
})

it('says what it saw where a person changed the name', async () => {
  await showPair({ category: 'van' })
  await expect.element(rows.nth(1)).toHaveTextContent(/van\s*0\.90/)
  await row(2, 'van').click()
  await expect.element(rows.nth(1)).toHaveTextContent('Seen as car (62 %): car seen in the after image')
})

it('says by which examples a name was given', async () => {
  await showPair({ name: madeName({ seen: null, why: 'as 6 of 7 like it' }) })
  await row(2, 'car').click()
  await expect.element(rows.nth(1)).toHaveTextContent('As 6 of 7 like it')
})

it('takes the name away with U, as one edit that undo takes back', async () => {
  const { engine } = await showPair({})
  await expect.element(row(2, 'car')).toBeVisible()
  await userEvent.keyboard('u')
  await expect.element(row(2, 'change')).toBeVisible()
  await expect.element(row(2, 'change')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(rows.nth(1)).not.toHaveTextContent(/seen in/)
  expect(engine.inputsOf('pairs.edit').map(({ label, diff }) => [label, diff.length])).toEqual([
    ['Name taken away', 1],
  ])
  await userEvent.keyboard('z')
  await expect.element(row(2, 'car')).toBeVisible()
})

it('says where there is no name to take away', async () => {
  await showPair({})
  await row(1, 'change').click()
  await userEvent.keyboard('u')
  await expect.element(statusSaying('This region has no name.')).toBeVisible()
})

it('offers the next best names with Shift+T, which the arrows and Enter choose', async () => {
  const { engine } = await showPair({})
  await expect.element(row(2, 'car')).toBeVisible()
  await userEvent.keyboard('{Shift>}t{/Shift}')
  const items = page.getByRole('menuitem')
  await expect
    .poll(() => items.elements().map((item) => item.textContent))
    .toEqual(['truck41 %', 'bus12 %', 'building', 'road', 'tree', 'Take the name awayU'])
  await expect.element(items.nth(0)).toHaveFocus()
  expect(await violations()).toEqual([])
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(row(2, 'bus')).toBeVisible()
  await expect.element(items.nth(0)).not.toBeInTheDocument()
  expect(engine.inputsOf('pairs.edit').map(({ label }) => label)).toEqual(['Category changed to bus'])
  await expect.element(rows.nth(1)).toHaveTextContent('Seen as car (62 %)')
  // the keys go to the page again
  await userEvent.keyboard('z')
  await expect.element(row(2, 'car')).toBeVisible()
})

it('takes the name away with U also while the names are offered, but not within a name that is typed', async () => {
  const { engine } = await showPair({})
  await expect.element(row(2, 'car')).toBeVisible()
  await userEvent.keyboard('{Shift>}t{/Shift}')
  await expect.element(part('menuitem', /^truck/)).toHaveFocus()
  // in one task, as a busy machine may take longer than a pause between two keys
  for (const key of ['b', 'u']) {
    const code = `Key${key.toUpperCase()}`
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }),
    )
  }
  await expect.element(part('menuitem', /^bus/)).toHaveFocus()
  expect(engine.inputsOf('pairs.edit')).toEqual([])
  // the name that is typed ends with a pause
  await new Promise((resolve) => setTimeout(resolve, 700))
  await userEvent.keyboard('u')
  await expect.element(row(2, 'change')).toBeVisible()
  await expect.element(page.getByRole('menuitem').first()).not.toBeInTheDocument()
  await userEvent.keyboard('z')
  await expect.element(row(2, 'car')).toBeVisible()
})

it('chooses by the letter U, and shows it at no other choice, where an offered name begins with it', async () => {
  await showPair({
    name: {
      ...madeName(),
      others: [
        { word: 'umbrella', score: 0.3 },
        { word: 'bus', score: 0.2 },
      ],
    },
  })
  await expect.element(row(2, 'car')).toBeVisible()
  await userEvent.keyboard('{Shift>}t{/Shift}')
  await expect.element(part('menuitem', 'Take the name away')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}u')
  await expect.element(part('menuitem', /^umbrella/)).toHaveFocus()
})

it('leaves the name at Escape, and keeps the region selected', async () => {
  const { engine } = await showPair({ category: 'van' })
  await row(2, 'van').click()
  await userEvent.keyboard('{Shift>}t{/Shift}')
  await expect.element(part('menuitem', /^car/)).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(part('menuitem', /^car/)).not.toBeInTheDocument()
  await expect.element(row(2, 'van')).toHaveAttribute('aria-pressed', 'true')
  expect(engine.inputsOf('pairs.edit')).toEqual([])
})

it('opens the names by their button too', async () => {
  await showPair({})
  await row(1, 'change').click()
  const next = button('Next best name')
  focus(next)
  await userEvent.keyboard('{Enter}')
  await expect.element(part('menuitem', 'building')).toHaveFocus()
  await userEvent.keyboard('ro')
  await expect.element(part('menuitem', 'road')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(row(1, 'road')).toBeVisible()
})

it('has no violations that axe-core finds, dark and light', async () => {
  const parts = [3, 4].map((place) => ({ mask: madeMask(place), beforeMask: null }))
  const mask = unionRle(madeMask(3), madeMask(4))
  const { engine } = await showPair({ mask, parts })
  await row(2, 'car').click()
  await expect.element(button('Take apart')).toBeVisible()
  expect(await violations()).toEqual([])
  engine.emit('settings.changed', madeSettings({ theme: 'light' }))
  await expect.poll(() => document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('light')
  expect(await violations()).toEqual([])
})
