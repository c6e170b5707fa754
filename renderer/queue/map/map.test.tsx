import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PairMapAnswer } from '../../../src/contract/similar'
import { usePairList } from '../list'
import { button, focus, part } from '../../testing/find'
import { madeEmbeddings } from '../../testing/made-project'
import { madePair, proposedPair } from '../../testing/made-pairs'
import { renderApp, violations } from '../../testing/mount'

const pairs = [
  proposedPair(1, 'harbour'),
  proposedPair(2, 'market'),
  madePair(3, 'station'),
  madePair(4, 'yard'),
]
/** In the middle, to the right, to the left, and above. */
const answer: PairMapAnswer = {
  ids: [1, 2, 3, 4],
  x: [0, 0.8, -0.8, 0],
  y: [0, 0, 0, 0.8],
  states: [0, 0, 1, 0],
  scores: [0.87, 0.87, -1, -1],
  categories: [0, 0, -1, -1],
  categoryNames: ['building'],
}
const list = part('listbox', 'Pairs')
const map = part('application', 'Map of 4 pairs')
const cursor = page.getByRole('status').filter({ hasText: /harbour|market|station|yard/ })

async function onMap(change: Partial<PairMapAnswer> = {}): Promise<Awaited<ReturnType<typeof renderApp>>> {
  const shown = await renderApp({
    route: 'queue',
    pairs,
    answers: {
      'embeddings.status': () => madeEmbeddings({ ready: 4 }),
      'similar.map': () => ({ ...answer, ...change }),
    },
  })
  await expect.element(list.getByRole('option').first()).toBeVisible()
  await userEvent.click(button('Map'))
  return shown
}

describe('the map', () => {
  it('says in words where the cursor is, and moves it with the arrows', async () => {
    await onMap()
    await expect.element(map).toBeVisible()
    await expect.element(cursor).toHaveTextContent('harbour, Unreviewed, change score 0.87')
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(cursor).toHaveTextContent('market')
    await userEvent.keyboard(' ')
    await expect.element(cursor).toHaveTextContent('market, Unreviewed, change score 0.87, 1 pair selected')
    await userEvent.keyboard('{ArrowLeft}{ArrowUp}')
    await expect.element(cursor).toHaveTextContent('yard')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('yard')
  })

  it('is free of what axe-core finds wrong', async () => {
    await onMap()
    await expect.element(map).toBeVisible()
    expect(await violations()).toEqual([])
  })

  it('selects what a lasso goes around, for decisions about several pairs', async () => {
    const { store } = await onMap()
    await placed()
    await userEvent.click(button('Select with a lasso'))
    drag([
      [0.35, 0.3],
      [0.98, 0.3],
      [0.98, 0.7],
      [0.35, 0.7],
    ])
    await expect.poll(() => [...usePairList.getState().selected]).toEqual([1, 2])
    await userEvent.click(button('Accept'))
    await expect.poll(() => store.open(2).document.review.state).toBe('accepted')
    expect(store.open(3).document.review.state).toBe('unreviewed')
  })

  it('selects what is shown, and all keys for several pairs serve', async () => {
    await onMap()
    await userEvent.click(button('Select what is shown'))
    await expect.element(page.getByText('4 pairs selected', { exact: true })).toBeVisible()
    focus(map)
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => usePairList.getState().selected.size).toBe(0)
  })

  it('shows the pair under the pointer, and opens it with a click', async () => {
    await onMap()
    await placed()
    pointer('pointerdown', 0.5, 0.5)
    pointer('pointerup', 0.5, 0.5)
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('harbour')
  })

  it('says what the colours mean', async () => {
    await onMap()
    const legend = part('list', 'What the colours mean')
    await expect.element(legend).toHaveTextContent('UnreviewedAccepted')
    await userEvent.click(part('combobox', 'Colour'))
    await userEvent.click(part('option', 'By name'))
    await expect.element(legend).toHaveTextContent('buildingno name')
  })
})

describe('a map without pairs', () => {
  it('says how many embeddings there are, and makes them', async () => {
    const { engine } = await renderApp({
      route: 'queue',
      pairs,
      answers: {
        'embeddings.status': () => madeEmbeddings({ ready: 0 }),
        'similar.map': () => ({ ...answer, ids: [], x: [], y: [], states: [], scores: [], categories: [] }),
      },
    })
    await userEvent.click(button('Map'))
    await expect.element(page.getByText('Embeddings ready for 0 of 4 pairs.')).toBeVisible()
    await userEvent.click(button('Make embeddings'))
    await expect.poll(() => engine.inputsOf('embeddings.start')).toHaveLength(1)
    await expect.element(page.getByText('The map comes by itself.')).toBeVisible()
    engine.on('similar.map', () => answer)
    engine.emit('embeddings.changed', madeEmbeddings({ ready: 4 }))
    await expect.element(map).toBeVisible()
  })

  it('leads to the settings where they are turned off', async () => {
    await renderApp({
      route: 'queue',
      pairs,
      settings: { embedPairs: false },
      answers: {
        'embeddings.status': () => madeEmbeddings({ state: 'off' }),
        'similar.map': () => ({ ...answer, ids: [], x: [], y: [], states: [], scores: [], categories: [] }),
      },
    })
    await userEvent.click(button('Map'))
    await userEvent.click(button('Go to Settings'))
    await expect.element(part('switch', /^Find similar pairs/)).not.toBeChecked()
  })
})

/** Waits until the canvas has its size and the points their places: one is found in the middle. */
async function placed(): Promise<void> {
  await expect.element(map).toBeVisible()
  await expect
    .poll(() => {
      pointer('pointermove', 0.5, 0.5)
      return map.element().textContent
    })
    .toContain('a house was built beside the road')
}

/** A pointer event at a share of the canvas. */
function pointer(kind: string, right: number, down: number): void {
  const canvas = map.element().querySelector('canvas')
  const box = canvas?.getBoundingClientRect()
  if (canvas == null || box === undefined) {
    throw new Error('there is no canvas')
  }
  // a pointer that the browser does not know cannot be captured
  canvas.setPointerCapture = () => undefined
  canvas.dispatchEvent(
    new PointerEvent(kind, {
      bubbles: true,
      clientX: box.left + right * box.width,
      clientY: box.top + down * box.height,
    }),
  )
}

function drag(places: readonly (readonly [number, number])[]): void {
  const [first, ...others] = places
  pointer('pointerdown', ...first)
  for (const place of others) {
    pointer('pointermove', ...place)
  }
  pointer('pointerup', ...others[others.length - 1])
}
