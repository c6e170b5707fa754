import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { part } from '../testing/find'
import { madePair, proposedPair } from '../testing/made-pairs'
import { renderApp } from '../testing/mount'

const pairs = [proposedPair(1, 'harbour'), madePair(2, 'station')]
const list = part('listbox', 'Pairs')

/** Of a window this wide, in pixels: what its first row shows, and parts of its table that lie outside of it. */
async function tableAt(width: number, scale: number): Promise<{ shown: string; outside: string[] }> {
  await page.viewport(width, 1000)
  await renderApp({ route: 'queue', pairs, settings: { scale } })
  const row = list.getByRole('option').nth(0)
  await expect.element(row).toHaveTextContent('harbour')
  const table = list.element().parentElement!
  const { right } = table.getBoundingClientRect()
  const outside = [...table.querySelectorAll('span')].filter(
    (cell) => cell.getBoundingClientRect().right > right,
  )
  expect(list.element().scrollWidth).toBe(list.element().clientWidth)
  return {
    shown: (row.element() as HTMLElement).innerText.replaceAll(/\s+/g, ' '),
    outside: outside.map(({ textContent }) => textContent),
  }
}

describe('the columns of the list', () => {
  it.each([
    ['all', 1440, 1, /0\.87 0\.74 0\.81 2 a house/],
    ['without the agreement', 1024, 1, /0\.87 0\.74 2 a house/],
    ['without figures that not every pair has', 900, 1, /Unreviewed 0\.87 2 a house/],
    ['without figures', 1500, 2, /Unreviewed (?:2 )?a house/],
  ])('%s lie within a window of %d pixels, all at %d times the size', async (_name, width, scale, row) => {
    expect(await tableAt(width, scale)).toEqual({ shown: expect.stringMatching(row), outside: [] })
  })
})
