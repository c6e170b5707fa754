import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { alertSaying, button, focus, part, statusSaying } from '../../testing/find'
import { proposedPair } from '../../testing/made-pairs'
import { madeJob, madePack } from '../../testing/made-project'
import { renderReview } from '../../testing/mount'

const pairs = [proposedPair(1, 'harbour'), proposedPair(2, 'market')]
const views = part('toolbar', 'Views')
const tools = part('toolbar', 'Tools')
const canvas = part('group', 'Canvas: before and after image with masks')

describe('the views', () => {
  it('are chosen by a click, and say which is on', async () => {
    await renderReview(1, { pairs })
    await button('Swipe', views).click()
    await expect.element(button('Swipe', views)).toHaveAttribute('aria-pressed', 'true')
    await expect.element(button('Side by side', views)).toHaveAttribute('aria-pressed', 'false')
    const divider = part('slider', 'Divider between before and after', canvas)
    await expect.element(divider).toBeVisible()
    focus(divider)
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(divider).toHaveAttribute('aria-valuenow', '51')
  })

  it('bring what they are set by: opacity, blinking, the scale of the difference', async () => {
    await renderReview(1, { pairs })
    await button('Onion skin', views).click()
    await expect.element(part('slider', 'Opacity of the after image', canvas)).toBeVisible()
    await button('Blink', views).click()
    await expect.element(part('slider', 'Seconds each image is shown', canvas)).toBeVisible()
    await expect.element(button('Show the other image', canvas)).toBeVisible()
    await button('Difference', views).click()
    await expect.element(canvas.getByText('no difference')).toBeVisible()
  })

  it('leave the key of the pair enough room to be read in a window of 1280 pixels', async () => {
    await page.viewport(1280, 800)
    const key = 'Human_activity2_000069_after_the_storm'
    await renderReview(1, { pairs: [proposedPair(1, key)] })
    const shown = page.getByRole('heading', { level: 1 }).getByText(key)
    await expect.element(shown).toBeVisible()
    const { scrollWidth, clientWidth } = shown.element()
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveAttribute('title', key)
    await expect.element(button('Swipe', views)).toBeVisible()
  })

  it.each([
    [900, 1],
    [1600, 2],
  ])('have buttons beside one another at %d pixels, all at %d times the size', async (width, scale) => {
    await page.viewport(width, 1000)
    await renderReview(1, { pairs, settings: { scale } })
    await expect.element(button('Hide masks', views)).toBeVisible()
    await expect.element(button('Zoom in', canvas)).toBeVisible()
    const boxes = [
      ...views.element().querySelectorAll('button'),
      ...canvas.element().querySelectorAll('button'),
    ]
      .map((one) => one.getBoundingClientRect())
      .sort((one, other) => one.top - other.top || one.left - other.left)
    const onAnother = boxes.filter(
      ({ top, left }, index) => top === boxes[index - 1]?.top && left < (boxes[index - 1]?.right ?? 0),
    )
    expect(onAnother).toEqual([])
  })

  it('hide and show masks with M', async () => {
    await renderReview(1, { pairs })
    await expect.element(button('Hide masks', views)).toBeVisible()
    await userEvent.keyboard('m')
    await expect.element(button('Show masks', views)).toBeVisible()
  })

  it('fold the panels with “\\”, and give the canvas the whole window', async () => {
    await renderReview(1, { pairs })
    const panels = part('complementary', 'Panels')
    await expect.element(panels).toBeVisible()
    await userEvent.keyboard('\\')
    await expect.element(panels).not.toBeInTheDocument()
    await userEvent.keyboard('\\')
    await expect.element(panels).toBeVisible()
    await button('Give the canvas the whole window', views).click()
    await expect.element(part('navigation', 'Places')).not.toBeInTheDocument()
    await userEvent.keyboard('{Shift>}w{/Shift}')
    await expect.element(part('navigation', 'Places')).toBeVisible()
  })
})

describe('the tools', () => {
  it('are chosen by their keys', async () => {
    await renderReview(1, { pairs })
    await expect.element(button('Brush', tools)).toHaveAttribute('aria-pressed', 'true')
    await userEvent.keyboard('e')
    await expect.element(button('Eraser', tools)).toHaveAttribute('aria-pressed', 'true')
    await expect.element(button('Brush', tools)).toHaveAttribute('aria-pressed', 'false')
  })

  it('set the size of the brush by a slider', async () => {
    await renderReview(1, { pairs })
    await button(/^Brush size\s*16\s*px$/, tools).click()
    const slider = part('slider', 'Brush size')
    await expect.element(slider).toBeVisible()
    focus(slider)
    await userEvent.keyboard('{End}')
    await expect.element(button(/^Brush size\s*512\s*px$/, tools)).toBeVisible()
  })

  it('offer the pack that clicks need, and install it', async () => {
    const { engine } = await renderReview(1, { pairs })
    engine.on('packs.add', () => madeJob({ id: 3, kind: 'model-pack', title: 'Segment Anything 2, tiny' }))
    await button('Click to segment', tools).click()
    await expect
      .element(
        canvas.getByText(/^Click to segment needs a model .* a download of 60 MB, licence Apache-2.0\.$/),
      )
      .toBeVisible()
    await button('Install', canvas).click()
    await button('Agree and fetch (60 MB)').click()
    await expect
      .poll(() => engine.inputsOf('packs.add'))
      .toEqual([{ id: 'sam2-tiny', file: null, agreesTo: '1', use: false }])
  })

  it('lead to the bar that installs the pack where somebody clicks without it', async () => {
    const { engine } = await renderReview(1, { pairs, answers: { 'packs.list': () => [madePack()] } })
    await button('Click to segment', tools).click()
    const bar = part('region', 'Click to segment')
    await expect.element(bar).toBeVisible()
    await expect.element(canvas.getByRole('img').first()).toBeVisible()
    await userEvent.click(canvas, { position: { x: 150, y: 250 } })
    await expect
      .element(bar.getByRole('alert'))
      .toHaveTextContent(/^Click to segment needs a model .* licence Apache-2.0\.$/)
    expect(page.getByRole('alert').elements()).toHaveLength(1)
    expect(engine.inputsOf('segment.mask')).toEqual([])
  })

  it('look at the pair once where the pack is there, and say when clicks can come', async () => {
    const { engine } = await renderReview(1, {
      pairs,
      answers: { 'packs.list': () => [madePack({ isInstalled: true })] },
    })
    const prepared = engine.hold('segment.prepare')
    await button('Click to segment', tools).click()
    await expect.element(statusSaying('Looking at this pair, once…')).toBeVisible()
    prepared.answer({ milliseconds: 1200 })
    await expect.element(canvas.getByText(/^Click what is meant/)).toBeVisible()
  })
})

/** Of the pixels that are drawn over the picture, were it white: 0 to 255. */
function shades(): number[] {
  const overlay = [...canvas.element().querySelectorAll<HTMLCanvasElement>('.konvajs-content canvas')]
  return overlay.flatMap((drawn) => {
    const { data } = drawn.getContext('2d')!.getImageData(0, 0, drawn.width, drawn.height)
    return Array.from({ length: data.length / 4 }, (_, at) => at)
      .filter((at) => data[4 * at + 3] > 0)
      .map((at) => 255 - (data[4 * at + 3] * (255 - data[4 * at])) / 255)
  })
}

const corner = (x: number, y: number): Promise<void> => {
  const { width, height } = canvas.element().getBoundingClientRect()
  return canvas.click({ position: { x: x * width, y: y * height } })
}

const countDark = (): number => shades().filter((shade) => shade < 100).length

describe('an outline that is begun', () => {
  it('has a dark line below its light one', async () => {
    await renderReview(1, { pairs })
    await userEvent.keyboard('p')
    await corner(0.7, 0.4)
    await corner(0.8, 0.4)
    const { width } = canvas.element().getBoundingClientRect()
    await expect.poll(countDark).toBeGreaterThan(0.15 * width)
  })

  it('stays with a word where Enter comes before its third corner, and can be gone on with', async () => {
    const { engine } = await renderReview(1, { pairs })
    await userEvent.keyboard('p')
    await corner(0.7, 0.4)
    await corner(0.8, 0.4)
    await userEvent.keyboard('{Enter}')
    await expect.element(statusSaying('An outline needs three corners.')).toBeVisible()
    await corner(0.8, 0.6)
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(() => engine.inputsOf('pairs.edit').map(({ label }) => label))
      .toEqual(['Polygon added'])
  })
})

describe('the bar below', () => {
  it('zooms in and out, and fits the picture to the window again', async () => {
    await renderReview(1, { pairs })
    const actual = button(/, One image pixel per screen pixel$/, canvas)
    await actual.click()
    await expect.element(actual).toHaveTextContent('100 %')
    await button('Zoom in', canvas).click()
    await expect.element(actual).toHaveTextContent('125 %')
    await button('Fit to the window', canvas).click()
    await expect.element(actual).not.toHaveTextContent(/^1[02][05] %$/)
  })
})

it('alerts to a picture that cannot be had, with the engine’s reason', async () => {
  await renderReview(900, { pairs: [...pairs, proposedPair(900, 'gone')] })
  await expect
    .element(
      alertSaying(
        'The after image cannot be shown. gone.png is not there: it was moved, renamed or deleted.',
      ).first(),
    )
    .toBeVisible()
  expect(page.getByRole('heading', { level: 1 }).element().textContent).toContain('gone')
})
