import { expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { DepthFacts } from '../../../src/contract/value-facts'
import { button, part } from '../../testing/find'
import { proposedPair } from '../../testing/made-pairs'
import { madeDepth } from '../../testing/made-values'
import { renderReview } from '../../testing/mount'
import { useWindowState } from './window-store'

async function renderDeep(change: Partial<DepthFacts> = {}): Promise<void> {
  const { depth, bands } = madeDepth()
  const facts = { depth: depth === null ? null : { ...depth, ...change }, bands }
  await renderReview(1, {
    pairs: [proposedPair(1, 'harbour')],
    answers: { 'pairs.values': () => facts, 'pairs.setWindow': () => null },
  })
  await expect.element(button('Window and bands', part('toolbar', 'Views'))).toBeVisible()
  await expect.poll(() => useWindowState.getState().planes.after).not.toBeNull()
}

function point(type: string, x: number, y: number, pressed = 2): void {
  document.querySelector<HTMLElement>('[data-pane=right]')?.dispatchEvent(
    new PointerEvent(type, {
      pointerId: 1,
      button: pressed,
      buttons: pressed === 2 ? 2 : 0,
      clientX: x,
      clientY: y,
      bubbles: true,
    }),
  )
}

it('says level and width on the stage while the window is dragged, and only then', async () => {
  await renderDeep()
  // the pointer is made, and cannot be captured
  vi.spyOn(HTMLElement.prototype, 'setPointerCapture').mockImplementation(() => undefined)
  onTestFinished(() => void vi.restoreAllMocks())
  const stage = part('group', 'Canvas: before and after image with masks')
  point('pointerdown', 700, 300)
  await expect.element(stage.getByText(/^L .* W /)).not.toBeInTheDocument()
  point('pointermove', 956, 300)
  await expect.element(stage.getByText('L 1,500 W 4,000')).toBeVisible()
  point('pointermove', 956, 428)
  await expect.element(stage.getByText('L 2,000 W 4,000')).toBeVisible()
  point('pointerup', 956, 428)
  await expect.element(stage.getByText(/^L .* W /)).not.toBeInTheDocument()
})

it('says them as DICOM counts them', async () => {
  await renderDeep({ countsEnds: true, file: { low: -160, high: 239 } })
  vi.spyOn(HTMLElement.prototype, 'setPointerCapture').mockImplementation(() => undefined)
  onTestFinished(() => void vi.restoreAllMocks())
  point('pointerdown', 700, 300)
  point('pointermove', 828, 300)
  await expect.element(page.getByText('L 40 W 800')).toBeVisible()
  point('pointercancel', 828, 300)
  await expect.element(page.getByText('L 40 W 800')).not.toBeInTheDocument()
})

it('has the values of both images under the pointer below them', async () => {
  await renderDeep()
  const box = document.querySelector('[data-pane=right]')?.getBoundingClientRect()
  const [left, width, y] = [box?.left ?? 0, box?.width ?? 0, (box?.top ?? 0) + (box?.height ?? 0) / 2]
  point('pointermove', left + width * 0.3, y, -1)
  await expect.element(page.getByText(/^\d+, \d+ · (≈ )?1,000 \| 1,000$/)).toBeVisible()
  point('pointermove', left + width * 0.7, y, -1)
  await expect.element(page.getByText(/^\d+, \d+ · (≈ )?2,000 \| 2,000$/)).toBeVisible()
})
