import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { documentFrom } from '../../src/domain/review'
import { button, part } from '../testing/find'
import { madePair, madeRegion } from '../testing/made-pairs'
import { madeSettings } from '../testing/made-project'
import { renderApp, violations } from '../testing/mount'

function pairOf(id: number, key: string, categories: string[]): ReturnType<typeof madePair> {
  const regions = categories.map((category, at) => madeRegion(at + 1, { category }))
  return madePair(id, key, { base: documentFrom(regions, []) })
}

const pairs = [
  pairOf(1, 'harbour', ['truck', 'change']),
  pairOf(2, 'market', ['car']),
  pairOf(3, 'station', []),
  pairOf(4, 'yard', ['car', 'truck']),
]
const list = part('listbox', 'Pairs')
const names = part('combobox', 'Filter by name')

function shownKeys(): string[] {
  const keys = pairs.map(({ pair }) => pair.key)
  const rows = list.getByRole('option').elements()
  return rows.map((row) => keys.find((key) => row.textContent?.includes(key)) ?? '?')
}

async function allPairs(): Promise<Awaited<ReturnType<typeof renderApp>>> {
  const shown = await renderApp({ route: 'queue', pairs })
  await expect.poll(shownKeys).toEqual(['harbour', 'market', 'station', 'yard'])
  return shown
}

it('lists the names with their numbers of pairs, and shows only those that have the chosen one', async () => {
  const { engine } = await allPairs()
  await names.click()
  const choices = part('listbox', /^Filter by name/).getByRole('option')
  await expect
    .poll(() => choices.elements().map((choice) => choice.textContent))
    .toEqual(['All names', 'truck2', 'car2', 'no name1'])
  await choices.nth(2).click()
  await expect.poll(shownKeys).toEqual(['market', 'yard'])
  await expect.element(names).toHaveValue('car')
  expect(engine.inputsOf('pairs.find').at(-1)?.filter.category).toBe('car')
  await button('Show all names').click()
  await expect.poll(shownKeys).toEqual(['harbour', 'market', 'station', 'yard'])
  await expect.element(names).toHaveValue('All names')
})

it('is reached by N, searched by typing, and cleared by Shift+N', async () => {
  const { engine } = await allPairs()
  await userEvent.keyboard('n')
  await expect.element(names).toHaveFocus()
  await userEvent.keyboard('no n')
  await expect.element(part('option', /^no name/)).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(shownKeys).toEqual(['harbour'])
  expect(engine.inputsOf('pairs.find').at(-1)?.filter.category).toBe('change')
  await expect.element(names).toHaveValue('no name')
  await expect.element(names).not.toHaveFocus()
  await userEvent.keyboard('{Shift>}n{/Shift}')
  await expect.poll(shownKeys).toEqual(['harbour', 'market', 'station', 'yard'])
})

it('is let go of together with all other filters', async () => {
  await allPairs()
  await names.click()
  await part('option', /^truck/).click()
  await expect.poll(shownKeys).toEqual(['harbour', 'yard'])
  await button(/^Flagged/).click()
  await expect.element(page.getByText('No pair fits this filter')).toBeVisible()
  await button('Show all pairs').click()
  await expect.poll(shownKeys).toEqual(['harbour', 'market', 'station', 'yard'])
})

it('orders by the names of what changed', async () => {
  await allPairs()
  await part('combobox', 'Order').click()
  await part('option', /^By name/).click()
  await expect.poll(shownKeys).toEqual(['market', 'yard', 'harbour', 'station'])
})

it('has no violations that axe-core finds while a name is chosen, dark and light', async () => {
  const { engine } = await allPairs()
  await names.click()
  await part('option', /^car/).click()
  await expect.poll(shownKeys).toEqual(['market', 'yard'])
  expect(await violations()).toEqual([])
  engine.emit('settings.changed', madeSettings({ theme: 'light' }))
  await expect.poll(() => document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('light')
  expect(await violations()).toEqual([])
})
