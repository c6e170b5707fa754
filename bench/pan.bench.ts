import type { Page } from '@playwright/test'
import { chromium } from '@playwright/test'
import { chromiumPath, percentile, rendererOf, UNCLOCKED } from './stage/browser'
import { serveStage } from './stage/serve'

/**
 * Pan and zoom over a scene of 20,000 x 20,000 pixels whose pictures come as tiles, on the real canvas component. Each
 * frame is timed to the next one, with frames made as soon as there is something to show, while tiles come.
 * `npx tsx bench/pan.bench.ts [frames]`
 */
const LIMIT = 33 // milliseconds: two frames at 60 Hz
const SIDE = 20_000
const VIEWS = ['side-by-side', 'swipe', 'onion-skin', 'difference']
const frames = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 300)

async function openScene(page: Page, url: string): Promise<void> {
  await page.goto(`${url}?size=${SIDE}&tiles=1`)
  await page.waitForFunction(`document.querySelectorAll('[data-pane] canvas').length > 1`)
  await page.waitForFunction('document.querySelectorAll("output").length === 0', undefined, {
    timeout: 120_000,
  })
}

/** Milliseconds from each frame to the next. */
async function move(page: Page, view: string): Promise<number[]> {
  await page.evaluate(`window.stage.session.setState({ view: '${view}' })`)
  return page.evaluate<number[]>(`window.stage.panAndZoom(${frames})`)
}

function report(view: string, values: readonly number[]): void {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(values, share))
  const figures = [p50, p95, p99].map((value) => value.toFixed(1).padStart(6)).join(' ')
  console.log(`${view.padEnd(20)} ${figures}   p95 / ${LIMIT} ms = ${(p95 / LIMIT).toFixed(2)}`)
}

const stage = await serveStage()
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ['--no-sandbox', ...UNCLOCKED],
})
const page = await browser.newPage({ viewport: { width: 1240, height: 760 } })
await openScene(page, stage.url)
console.log(`Chromium ${browser.version()}, drawn by: ${await rendererOf(page)}`)
console.log(`${SIDE} x ${SIDE} pixels as tiles, ${frames} frames of each view`)
// the server makes each tile once: the figures are not those of making them
for (const view of VIEWS) {
  await move(page, view)
}
console.log(`${'milliseconds'.padEnd(20)} ${['p50', 'p95', 'p99'].map((name) => name.padStart(6)).join(' ')}`)
for (const view of VIEWS) {
  await openScene(page, stage.url)
  report(view, await move(page, view))
}
await browser.close()
stage.close()
