import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { proposedPair } from '../../testing/made-pairs'
import { button, dialog, part } from '../../testing/find'
import { renderReview, violations } from '../../testing/mount'
import type { Shown } from '../../testing/mount'
import { useEngineState } from '../../state/engine-state'

const title = page.getByRole('heading', { level: 1 })
const callout = part('region', 'Hint')
const pairs = ['harbour', 'mill', 'bridge', 'tower'].map((name, index) => proposedPair(index + 1, name))

function renderFirstReview(): Promise<Shown> {
  return renderReview(1, { pairs, settings: { hints: 'on' } })
}

const seen = (): readonly string[] => useEngineState.getState().settings.hintsSeen
const state = (): string => useEngineState.getState().settings.hints

describe('hints of a first review', () => {
  it('stand beside their control with the keys that the person has, one at a time, without the focus', async () => {
    const keys = { 'tool.brush': 'G' }
    await renderReview(1, { pairs, settings: { hints: 'on', keys } })
    await expect.element(callout).toHaveTextContent(/Paint it with the brush \(G\)/)
    expect(callout.elements()).toHaveLength(1)
    expect(callout.element().contains(document.activeElement)).toBe(false)
    const live = document.querySelector('[aria-live="polite"]:not(output)')
    expect(live?.textContent).toMatch(/Paint it with the brush/)
    expect(await violations()).toEqual([])
  })

  it('go away by Escape or by their button, and are stored as seen', async () => {
    const { engine } = await renderFirstReview()
    await expect.element(callout).toHaveTextContent(/Paint it/)
    await userEvent.keyboard('{Escape}')
    await expect.element(callout).toHaveTextContent(/Accept, and go on to the next pair, with Enter/)
    await button('Close', callout).click()
    await expect.element(callout).toHaveTextContent(/is a region no change/i)
    expect(seen()).toEqual(['paint', 'accept'])
    expect(engine.inputsOf('settings.set')).toEqual([
      { hintsSeen: ['paint'] },
      { hintsSeen: ['paint', 'accept'] },
    ])
  })

  it('lie below a dialog, whose Escape leaves them', async () => {
    await renderFirstReview()
    await expect.element(callout).toBeVisible()
    const isOnTop = (): boolean => {
      const { left, top, width, height } = callout.element().getBoundingClientRect()
      return callout.element().contains(document.elementFromPoint(left + width / 2, top + height / 2))
    }
    expect(isOnTop()).toBe(true)
    await userEvent.keyboard('?')
    await expect.element(dialog('All keys')).toBeVisible()
    expect(isOnTop()).toBe(false)
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog('All keys')).not.toBeInTheDocument()
    await expect.element(callout).toHaveTextContent(/Paint it/)
    expect(seen()).toEqual([])
  })

  it('are not there where another is at the pair', async () => {
    const ann = { pairId: 1, holder: 'page-of-ann', name: 'Ann' }
    await renderReview(1, {
      pairs,
      settings: { hints: 'on' },
      project: { isShared: true },
      answers: { 'claims.list': () => [ann], 'claims.take': () => ann },
    })
    await expect.element(button('Take over')).toBeVisible()
    await expect.element(callout).not.toBeInTheDocument()
  })

  it('go away once what they tell is done', async () => {
    await renderFirstReview()
    await expect.element(callout).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.poll(seen).toEqual(['accept'])
    await expect.element(title).toHaveTextContent('mill')
    await button(/^Region 2, road/).click()
    await userEvent.keyboard('{Delete}')
    await expect.poll(seen).toEqual(['accept', 'remove'])
    await expect.element(callout).toHaveTextContent(/Paint it/)
  })

  it('are out of the way while an outline is drawn, and Escape then drops the outline alone', async () => {
    await renderFirstReview()
    await expect.element(callout).toHaveTextContent(/Paint it/)
    await userEvent.keyboard('p')
    const canvas = part('group', 'Canvas: before and after image with masks')
    const { width, height } = canvas.element().getBoundingClientRect()
    await canvas.click({ position: { x: 0.7 * width, y: 0.6 * height } })
    await expect.element(callout).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await expect.element(callout).toHaveTextContent(/Paint it/)
    expect(seen()).toEqual([])
  })

  it('end with the third pair', async () => {
    await renderFirstReview()
    for (const name of ['harbour', 'mill', 'bridge']) {
      await expect.element(title).toHaveTextContent(name)
      await expect.element(callout).toBeVisible()
      await userEvent.keyboard('r')
    }
    await expect.poll(state).toBe('done')
    await expect.element(callout).not.toBeInTheDocument()
  })

  it('end all at once where the person wants no more, and do not come back', async () => {
    await renderFirstReview()
    await button('No more hints', callout).click()
    await expect.element(callout).not.toBeInTheDocument()
    expect(state()).toBe('done')
    await userEvent.keyboard('{Enter}')
    await expect.element(title).toHaveTextContent('mill')
    await expect.element(callout).not.toBeInTheDocument()
  })

  it('are reached by F6, as all parts of the window', async () => {
    await renderFirstReview()
    await expect.element(callout).toBeVisible()
    await expect
      .poll(async () => {
        await userEvent.keyboard('{F6}')
        return callout.element().contains(document.activeElement)
      })
      .toBe(true)
    await userEvent.keyboard('{Tab}{Tab}{Enter}')
    await expect.poll(state).toBe('done')
  })

  it('are not there for those who have reviewed', async () => {
    await renderReview(1, { pairs })
    await expect.element(button('Accept and next')).toBeVisible()
    await expect.element(callout).not.toBeInTheDocument()
  })
})
