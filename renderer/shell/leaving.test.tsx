import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { imagePoint } from '../review/stage/camera'
import { currentStage } from '../review/stage/stage-session'
import { button, part, textbox } from '../testing/find'
import { madeMask, proposedPair } from '../testing/made-pairs'
import { madePack } from '../testing/made-project'
import { haveShell } from '../testing/made-shell'
import { renderReview } from '../testing/mount'
import { followLeaving } from './leaving'

const pairs = [proposedPair(1, 'harbour')]

/** Returns what the shell calls before another folder is opened. */
function follow(): () => Promise<void> {
  const stores: (() => Promise<void>)[] = []
  haveShell({ onLeave: (store) => void stores.push(store) })
  followLeaving()
  return stores[0]
}

it('stores what is typed before a folder from outside is opened', async () => {
  const leave = follow()
  const { store } = await renderReview(1, { pairs })
  await userEvent.fill(textbox('Notes'), 'ask about the pier')
  await leave()
  expect(store.open(1).document.review.notes).toBe('ask about the pier')
})

it('keeps the mask of clicks before a folder from outside is opened', async () => {
  const leave = follow()
  const { engine, store } = await renderReview(1, {
    pairs,
    answers: {
      'packs.list': () => [madePack({ isInstalled: true })],
      'segment.prepare': () => ({ milliseconds: 0 }),
      'segment.mask': () => ({ mask: madeMask(3), quality: 1, milliseconds: 1 }),
    },
  })
  const count = store.open(1).document.regions.length
  await button('Click to segment', part('toolbar', 'Tools')).click()
  await expect.element(page.getByText(/^Click what is meant/)).toBeVisible()
  for (const type of ['down', 'up'] as const) {
    currentStage()?.input({ type, at: imagePoint(40, 20), isShift: false, isAlt: false }, 'after')
  }
  await expect.poll(() => engine.inputsOf('segment.mask').length).toBe(1)
  await leave()
  expect(store.open(1).document.regions.length).toBe(count + 1)
})
