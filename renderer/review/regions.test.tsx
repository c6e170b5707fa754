import { expect, it, onTestFinished, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { button, focus, part, statusSaying } from '../testing/find'
import { madeAnswer } from '../testing/made-handlers'
import { madePair, madeRegion, proposedPair } from '../testing/made-pairs'
import { madeProposer } from '../testing/made-project'
import { documentFrom } from '../../src/domain/review'
import { renderReview } from '../testing/mount'

const pairs = [proposedPair(1, 'harbour'), proposedPair(2, 'market')]
const regions = part('list', 'Regions')
const rows = regions.getByRole('listitem')
const house = button(/^Region 1, building/)
const road = button(/^Region 2, road/)

it('lists regions with category, state and how sure the proposer is', async () => {
  await renderReview(1, { pairs })
  await expect.element(button('Region 1, building, proposed')).toBeVisible()
  await expect.element(rows.nth(0)).toHaveTextContent('0.90')
  await expect.element(button('Region 2, road, proposed')).toBeVisible()
  await expect.element(rows.nth(1)).toHaveTextContent('0.55')
})

it('selects a region by a click, and lets go of it by another', async () => {
  await renderReview(1, { pairs })
  await house.click()
  await expect.element(house).toHaveAttribute('aria-pressed', 'true')
  await house.click()
  await expect.element(house).toHaveAttribute('aria-pressed', 'false')
})

it('walks the regions with Tab and Shift+Tab', async () => {
  await renderReview(1, { pairs })
  await expect.element(road).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expect.element(house).toHaveAttribute('aria-pressed', 'true')
  await userEvent.keyboard('{Tab}')
  await expect.element(road).toHaveAttribute('aria-pressed', 'true')
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await expect.element(house).toHaveAttribute('aria-pressed', 'true')
})

it('accepts with Y and rejects with X, and the same key or the pressed button sets the region back', async () => {
  const { engine } = await renderReview(1, { pairs })
  await house.click()
  await userEvent.keyboard('y')
  await expect.element(button('Region 1, building, accepted')).toBeVisible()
  await userEvent.keyboard('x')
  await expect.element(button('Region 1, building, rejected')).toBeVisible()
  await expect.element(part('region', 'Regions')).toHaveTextContent('1 of 2')
  await button('Reject region', rows.nth(0)).click()
  await expect.element(button('Region 1, building, proposed')).toBeVisible()
  await userEvent.keyboard('y')
  await expect.element(button('Region 1, building, accepted')).toBeVisible()
  await userEvent.keyboard('y')
  await expect.element(button('Region 1, building, proposed')).toBeVisible()
  await userEvent.keyboard('x')
  await expect.element(button('Region 1, building, rejected')).toBeVisible()
  await userEvent.keyboard('x')
  await expect.element(button('Region 1, building, proposed')).toBeVisible()
  expect(engine.inputsOf('pairs.edit').map(({ label }) => label)).toEqual([
    'Region accepted',
    'Region rejected',
    'Region set back to proposed',
    'Region accepted',
    'Region set back to proposed',
    'Region rejected',
    'Region set back to proposed',
  ])
})

it('says on its buttons which way a region was decided', async () => {
  await renderReview(1, { pairs })
  const accept = button('Accept region', rows.nth(1))
  await expect.element(accept).toHaveAttribute('aria-pressed', 'false')
  await accept.click()
  await expect.element(accept).toHaveAttribute('aria-pressed', 'true')
  await expect.element(button('Region 2, road, accepted')).toBeVisible()
})

it('deletes the region with Delete, and brings it back with Z', async () => {
  await renderReview(1, { pairs })
  await road.click()
  await userEvent.keyboard('{Delete}')
  await expect.element(road).not.toBeInTheDocument()
  await expect.element(button('Undo: Region deleted')).toBeEnabled()
  await userEvent.keyboard('z')
  await expect.element(road).toBeVisible()
})

it('renames the selected region with T and Enter, and keeps the name at Escape', async () => {
  const { engine } = await renderReview(1, { pairs })
  await house.click()
  await userEvent.keyboard('t')
  const category = part('combobox', 'Category of the region')
  await expect.element(category).toHaveFocus()
  await userEvent.fill(category, 'shed')
  await userEvent.keyboard('{Escape}')
  await expect.element(house).toBeVisible()
  expect(engine.inputsOf('pairs.edit')).toEqual([])
  await userEvent.keyboard('t')
  await userEvent.fill(category, 'shed')
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Region 1, shed, accepted')).toBeVisible()
  expect(engine.inputsOf('pairs.edit')[0]?.label).toBe('Category changed to shed')
})

it('gives the keyboard back after the category of new regions, with Enter, and with Escape as it was', async () => {
  await renderReview(1, { pairs })
  const category = part('combobox', 'Category for new regions')
  const polygon = button('Polygon', part('toolbar', 'Tools'))
  await category.click()
  await userEvent.fill(category, 'crate')
  await userEvent.keyboard('{Enter}')
  await expect.element(category).not.toHaveFocus()
  await userEvent.keyboard('p')
  await expect.element(polygon).toHaveAttribute('aria-pressed', 'true')
  await expect.element(category).toHaveValue('crate')
  await category.click()
  await userEvent.fill(category, '')
  await userEvent.keyboard('{Escape}')
  await expect.element(category).not.toHaveFocus()
  await expect.element(category).toHaveValue('crate')
})

it('tells what a person drew from what was imported', async () => {
  const base = documentFrom(
    [
      madeRegion(1, { source: { kind: 'person' }, score: null }),
      madeRegion(2, { source: { kind: 'imported' }, score: null }),
    ],
    [],
  )
  await renderReview(1, { pairs: [madePair(1, 'harbour', { base })] })
  await expect.element(rows.nth(0)).toHaveTextContent('drawn')
  await expect.element(rows.nth(1)).toHaveTextContent('imported')
})

it('marks anew what the caption speaks of, as one step that undo takes back', async () => {
  const found = madeRegion(3, {
    id: 'found',
    category: 'tree',
    source: { kind: 'model', model: 'ccrc-base', version: '14' },
  })
  const { engine } = await renderReview(1, { pairs })
  const remask = engine.hold('chain.remask')
  await button('Re-mask from my caption').click()
  await expect.element(statusSaying('The model reads your caption…')).toBeVisible()
  remask.answer({ ...madeAnswer, regions: [found], links: [], remarks: [] })
  await expect.element(button('Region 1, tree, proposed')).toBeVisible()
  expect(engine.inputsOf('chain.remask')[0]?.caption).toBe('a house was built beside the road')
  await userEvent.keyboard('z')
  await expect.element(button('Region 2, road, proposed')).toBeVisible()
})

it('are cut anew at another threshold, once it rests, and come back with undo', async () => {
  const cutter = madeProposer({ answers: ['threshold'] })
  const { engine } = await renderReview(1, { pairs, proposers: [cutter] })
  const cut = engine.hold('chain.threshold')
  const threshold = part('slider', 'Threshold')
  await expect.element(threshold).toHaveAttribute('aria-valuenow', '0.5')
  focus(threshold)
  // the threshold comes to rest when the test says so, however slow the machine is
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  await expect.element(threshold).toHaveAttribute('aria-valuenow', '0.4')
  expect(engine.inputsOf('chain.threshold')).toEqual([])
  vi.advanceTimersByTime(1000)
  vi.useRealTimers()
  await expect.element(statusSaying('Cutting the masks…')).toBeVisible()
  const found = madeRegion(7, { id: 'cut' })
  cut.answer({ ...madeAnswer, regions: [found], captions: [], links: [] })
  await expect.element(rows).toHaveLength(1)
  const history = part('region', 'History')
  await button('History', history).click()
  await expect.element(history).toHaveTextContent('Threshold 0.40')
  await button('History', history).click()
  expect(engine.inputsOf('chain.threshold')).toEqual([{ pairId: 1, threshold: 0.4 }])
  await userEvent.keyboard('z')
  await expect.element(road).toBeVisible()
})

it('have no threshold where what proposes has no probabilities', async () => {
  await renderReview(1, { pairs })
  await expect.element(house).toBeVisible()
  await expect.element(part('slider', 'Threshold')).not.toBeInTheDocument()
})

it('says why the model cannot be asked where it cannot be used', async () => {
  const broken = madeProposer({ isAvailable: false, isInUse: false, reason: 'its weights are damaged' })
  await renderReview(1, { pairs, proposers: [broken] })
  const remask = button('Re-mask from my caption')
  await expect.element(remask).toBeDisabled()
  await expect
    .element(remask)
    .toHaveAttribute('title', 'This needs a model, and none can be used: its weights are damaged.')
})
