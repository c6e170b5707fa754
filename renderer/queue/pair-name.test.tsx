import { expect, it } from 'vitest'
import { madePair } from '../testing/made-pairs'
import { part } from '../testing/find'
import { renderApp } from '../testing/mount'

it('the number of a slice is seen however long the name of its file is', async () => {
  const key = `${'scan-of-the-chest-with-contrast-'.repeat(3)}#0012`
  await renderApp({ pairs: [madePair(1, key)], route: 'queue' })
  const cell = part('listbox', 'Pairs').getByTitle(key)
  await expect.element(cell).toHaveTextContent(key)
  const number = cell.element().firstElementChild?.lastChild
  const range = document.createRange()
  range.selectNode(number!)
  expect(number?.textContent).toBe('#0012')
  expect(range.getBoundingClientRect().right).toBeLessThanOrEqual(
    cell.element().getBoundingClientRect().right,
  )
})
