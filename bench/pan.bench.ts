import type { Page } from '@playwright/test'
import { chromium } from '@playwright/test'
import { chromiumPath, percentile, rendererOf, UNCLOCKED } from './stage/browser'
import { serveStage } from './stage/serve'

/**
 * Pan and zoom over a scene of 20,000 x 20,000 pixels whose pictures come as tiles, on the real canvas component. Each
 * frame is timed to the next one, with frames made as soon as there is something to show, while tiles come. Then once
 * more by the processor time of the page's main thread alone, which other work on the machine does not make longer.
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

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  /** Microseconds of processor time. */
  tdur?: number
}

/** Milliseconds of the main thread's processor time from each frame to the next. */
async function moveTraced(view: string): Promise<number[]> {
  await browser.startTracing(page, { categories: ['cc', 'disabled-by-default-devtools.timeline'] })
  await move(page, view)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[]
  }
  const isFrame = ({ name, ph }: TraceEvent): boolean => name === 'ProxyMain::BeginMainFrame' && ph === 'X'
  const first = traceEvents.find(isFrame)
  const ofThread = traceEvents
    .filter(({ pid, tid }) => pid === first?.pid && tid === first.tid)
    .sort((a, b) => a.ts - b.ts)
  const times: number[] = []
  for (const event of ofThread) {
    if (isFrame(event)) {
      times.push(0)
    } else if (event.name === 'RunTask' && times.length > 0) {
      times[times.length - 1] += (event.tdur ?? 0) / 1000
    }
  }
  return times
}

function report(view: string, values: readonly number[]): void {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(values, share))
  const figures = [p50, p95, p99].map((value) => value.toFixed(1).padStart(6)).join(' ')
  console.log(`${view.padEnd(28)} ${figures}   p95 / ${LIMIT} ms = ${(p95 / LIMIT).toFixed(2)}`)
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
console.log(`${'milliseconds'.padEnd(28)} ${['p50', 'p95', 'p99'].map((name) => name.padStart(6)).join(' ')}`)
for (const view of VIEWS) {
  await openScene(page, stage.url)
  report(view, await move(page, view))
}
for (const view of VIEWS) {
  await openScene(page, stage.url)
  report(`${view}, processor`, await moveTraced(view))
}
await browser.close()
stage.close()
