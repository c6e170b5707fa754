import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, part, statusSaying } from '../../testing/find'
import { madePair, proposedPair } from '../../testing/made-pairs'
import type { MadePair } from '../../testing/made-pairs'
import { madeProject } from '../../testing/made-project'
import { renderApp, violations } from '../../testing/mount'
import { usePairList } from '../list'

const DATES = ['2019-05', '2019-06', '2019-07', '2020-05']

function dated(id: number, name: string, position: number): MadePair {
  const [beforeDate, afterDate] = [DATES[position - 1], DATES[position]]
  const made = proposedPair(id, `${name}/${beforeDate}..${afterDate}`)
  return { ...made, pair: { ...made.pair, sequence: { name, position, beforeDate, afterDate } } }
}

const pairs = [
  ...[1, 2, 3].map((position) => dated(position, 'fields', position)),
  ...[1, 2].map((position) => dated(position + 3, 'bridge', position)),
  madePair(6, 'alone'),
]
const made = madeProject({ pairCount: 6 })
const project = { ...made, reading: { ...made.reading, id: 'sequence-neighbours' } }
const list = part('listbox', 'Pairs')
const title = page.getByRole('heading', { level: 1 })

const LINE = /^alone|^(?:fields|bridge|No sequence)(?:\/[\d.-]+)?(?:\d of \d)?/

/** Headings and keys, from the top down. */
function shown(): (string | undefined)[] {
  return [...list.element().querySelectorAll('[data-sequence], [role=option]')]
    .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
    .map((line) => LINE.exec(line.textContent ?? '')?.[0])
}

async function open(): ReturnType<typeof renderApp> {
  const rendered = await renderApp({ route: 'queue', pairs, project })
  await expect.poll(() => list.getByRole('option').elements().length).toBe(6)
  return rendered
}

it('has the same headings on the contact sheet', async () => {
  await open()
  await userEvent.keyboard('g')
  await expect.element(button('Contact sheet')).toHaveAttribute('aria-pressed', 'true')
  const headings = (): (string | null)[] =>
    [...list.element().querySelectorAll('[data-sequence]')].map(({ textContent }) => textContent)
  await expect.poll(headings).toEqual(['fields0 of 3 reviewed', 'bridge0 of 2 reviewed', 'No sequence'])
  const topOf = (key: string): number =>
    list.getByRole('option', { name: key }).first().element().getBoundingClientRect().top
  expect(topOf('bridge/2019-05')).toBeGreaterThan(topOf('fields/2019-07'))
  expect(topOf('bridge/2019-06')).toBe(topOf('bridge/2019-05'))
  await userEvent.keyboard('{Home}{ArrowDown}')
  await expect.element(list).toHaveAttribute('aria-activedescendant', 'pair-4')
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(list).toHaveAttribute('aria-activedescendant', 'pair-1')
  expect(await violations()).toEqual([])
})

it('groups pairs by their sequence, each with how many are reviewed', async () => {
  await open()
  await expect
    .poll(shown)
    .toEqual([
      'fields0 of 3',
      'fields/2019-05..2019-06',
      'fields/2019-06..2019-07',
      'fields/2019-07..2020-05',
      'bridge0 of 2',
      'bridge/2019-05..2019-06',
      'bridge/2019-06..2019-07',
      'No sequence',
      'alone',
    ])
  await expect.element(list.getByRole('option').nth(3)).toHaveAttribute('aria-posinset', '4')
  await userEvent.keyboard('{End}')
  await expect.element(list).toHaveAttribute('aria-activedescendant', 'pair-6')
  expect(await violations()).toEqual([])
})

it('has no headings in another order', async () => {
  const { engine } = await open()
  await part('combobox', 'Order').click()
  await page.getByRole('option', { name: /^By file/ }).click()
  await expect.poll(() => engine.inputsOf('pairs.find').at(-1)?.order).toBe('key')
  await expect.poll(() => shown().length).toBe(6)
})

it('shows one sequence alone', async () => {
  const { engine } = await open()
  const filter = part('combobox', 'Filter by sequence')
  await filter.click()
  await page.getByRole('option', { name: /^bridge 0 of 2/ }).click()
  await expect.poll(shown).toEqual(['bridge0 of 2', 'bridge/2019-05..2019-06', 'bridge/2019-06..2019-07'])
  expect(engine.inputsOf('pairs.find').at(-1)?.filter.sequence).toBe('bridge')
  await button('Show all sequences').click()
  await expect.poll(() => shown().length).toBe(9)
})

it('has no filter where no place has three dates', async () => {
  await renderApp({ route: 'queue', pairs: [madePair(6, 'alone')] })
  await expect.element(list.getByRole('option')).toBeVisible()
  expect(part('combobox', 'Filter by sequence').elements()).toEqual([])
})

it('says in Review which date it is, and goes to the others of the place', async () => {
  await open()
  await userEvent.keyboard('{Home}{Enter}')
  await expect.element(title).toHaveTextContent('1 of 3 of fields, 2019-05 to 2019-06')
  await expect.element(button(/^Previous date/)).toBeDisabled()
  await button(/^Next date/).click()
  await expect.element(title).toHaveTextContent('2 of 3 of fields, 2019-06 to 2019-07')
  await userEvent.keyboard('{Shift>}{PageDown}{/Shift}')
  await expect.element(title).toHaveTextContent('3 of 3 of fields, 2019-07 to 2020-05')
  await expect.element(button(/^Next date/)).toBeDisabled()
  await userEvent.keyboard('{Shift>}{PageDown}{/Shift}')
  await expect.element(statusSaying('This is the last date of the place.')).toBeVisible()
  await userEvent.keyboard('{Shift>}{PageUp}{/Shift}')
  await expect.element(title).toHaveTextContent('2 of 3 of fields')
  expect(await violations()).toEqual([])
})

it('carries regions to the next date, and takes them back', async () => {
  const { engine } = await open()
  engine.on('sequences.carry', () => ({
    proposalId: 9,
    pairId: 2,
    key: 'fields/2019-06..2019-07',
    regionCount: 2,
    isKnown: false,
  }))
  engine.on('sequences.takeBack', () => null)
  await userEvent.keyboard('{Home}{Enter}')
  await button('Carry regions to the next date').click()
  await expect
    .element(
      statusSaying(
        /^fields\/2019-06\.\.2019-07: 2 regions were carried here from the date before, as a proposal\./,
      ),
    )
    .toBeVisible()
  expect(engine.inputsOf('sequences.carry')[0]).toMatchObject({ pairId: 1 })
  await userEvent.keyboard('{Shift>}d{/Shift}')
  await expect.element(statusSaying('The carried regions were taken back.')).toBeVisible()
  expect(engine.inputsOf('sequences.takeBack')[0]).toMatchObject({ proposalId: 9 })
  await expect.element(button('Carry regions to the next date')).toBeVisible()
})

it('carries regions once where the key is pressed again before the answer', async () => {
  const { engine } = await open()
  const carried = engine.hold('sequences.carry')
  await userEvent.keyboard('{Home}{Enter}')
  await expect.element(button('Carry regions to the next date')).toBeEnabled()
  await userEvent.keyboard('{Shift>}dd{/Shift}')
  const key = 'fields/2019-06..2019-07'
  carried.answer({ proposalId: 9, pairId: 2, key, regionCount: 2, isKnown: false })
  await expect.element(statusSaying(/were carried here/)).toBeVisible()
  expect(engine.inputsOf('sequences.carry')).toHaveLength(1)
  engine.on('sequences.takeBack', () => null)
  await button('Take the carried regions back').click()
  await expect.element(statusSaying('The carried regions were taken back.')).toBeVisible()
})

it('says why regions are not carried', async () => {
  const { engine } = await open()
  engine.refuse('sequences.carry', { code: 'conflict', message: 'No region is accepted yet.' })
  await userEvent.keyboard('{Home}{Enter}')
  await button('Carry regions to the next date').click()
  await expect.element(page.getByText('No region is accepted yet.')).toBeVisible()
})

it('no longer offers to take regions back that were taken there', async () => {
  const { engine } = await open()
  const key = 'fields/2019-06..2019-07'
  engine.on('sequences.carry', () => ({ proposalId: 9, pairId: 2, key, regionCount: 2, isKnown: false }))
  engine.refuse('sequences.takeBack', { code: 'conflict', message: 'A region was taken already.' })
  await userEvent.keyboard('{Home}{Enter}')
  await button('Carry regions to the next date').click()
  await button('Take the carried regions back').click()
  await expect.element(page.getByText('A region was taken already.')).toBeVisible()
  await expect.element(button('Carry regions to the next date')).toBeVisible()
})

it('shows the eye the dates alone under the heading of their place, and the whole key in another order', async () => {
  await open()
  const key = list.getByTitle('fields/2019-05..2019-06')
  await expect.element(key).toHaveTextContent('fields/2019-05..2019-06')
  const widthOf = (wanted: string): number => {
    const walker = document.createTreeWalker(key.element(), NodeFilter.SHOW_TEXT)
    while (walker.nextNode() !== null) {
      const { currentNode: node } = walker
      const start = node.textContent?.indexOf(wanted) ?? -1
      if (start >= 0) {
        const range = document.createRange()
        range.setStart(node, start)
        range.setEnd(node, start + wanted.length)
        return range.getBoundingClientRect().width
      }
    }
    return NaN
  }
  expect(widthOf('fields/')).toBe(0)
  expect(widthOf('2019-05..')).toBeGreaterThan(0)
  usePairList.getState().setOrder('key')
  await expect.poll(() => widthOf('fields/')).toBeGreaterThan(0)
})

it('says that the list has changed where a filter is on, not over all pairs', async () => {
  const { engine } = await open()
  engine.emit('pair.changed', { pairId: 2, version: 7, isProposal: true })
  await expect.poll(() => usePairList.getState().isStale).toBe(true)
  const refresh = button(/^The list has changed/)
  expect(refresh.query()).toBeNull()
  usePairList.getState().setFilter({ states: ['unreviewed'] })
  await expect.poll(() => usePairList.getState().isStale).toBe(false)
  engine.emit('pair.changed', { pairId: 2, version: 8, isProposal: true })
  await expect.element(refresh).toBeVisible()
})
