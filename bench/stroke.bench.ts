import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import type { CDPSession, Page } from '@playwright/test'
import { chromiumPath, percentile, rendererOf, UNCLOCKED } from './stage/browser'
import { serveStage } from './stage/serve'
import { trainInBackground } from './background-training'

/**
 * Stroke to paint on the real canvas component: a 4096 x 4096 mask in side by side, strokes with a real
 * pointer. Each pointer event is timed from its own time stamp to the end of the frame that shows it, first
 * with frames made as soon as there is something to show, then at 60 Hz, where an event waits up to a whole
 * frame for the display's clock whatever the page does.
 * `npx tsx bench/stroke.bench.ts [strokes] [--training]`, the latter while a model is fine-tuned beside it. With
 * `--side 20000` a mask of that side beside one of 4096, at the same zoom and in turns: a stroke should cost the same.
 */
const SIDE = 4096
const MOVES_PER_STROKE = 10
const STROKES_IN_A_TURN = 20
const SCALE = 'window.stage.view.getState().camera.scale'
const { values, positionals } = parseArgs({
  options: { training: { type: 'boolean', default: false }, side: { type: 'string' } },
  allowPositionals: true,
})
const isTraining = values.training
const limit = isTraining ? 33 : 16.7 // milliseconds: two frames at 60 Hz, or one
const strokes = Number(positionals[0] ?? 1000)
/** A stroke on a larger mask may cost this times one on the smaller. */
const MOST_RATIO = 1.2

interface Times {
  toPaint: number[]
  inHandlers: number[]
}

function report(name: string, values: readonly number[]): void {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(values, share))
  const figures = [p50, p95, p99].map((value) => value.toFixed(1).padStart(6)).join(' ')
  console.log(`${name.padEnd(40)} ${figures}   p95 / ${limit} ms = ${(p95 / limit).toFixed(2)}`)
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`
}

interface Memory {
  heap: number
  buffers: number
}

/** After a collection. */
async function memoryOf(session: CDPSession): Promise<Memory> {
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const usage = (await session.send('Runtime.getHeapUsage')) as {
    usedSize: number
    backingStorageSize?: number
  }
  return { heap: usage.usedSize, buffers: usage.backingStorageSize ?? 0 }
}

/** Seconds of processor time that the page's process and the one that draws have had, all threads. */
async function processorSeconds(page: Page): Promise<number> {
  const session = await page.context().browser()?.newBrowserCDPSession()
  const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] }
  await session?.detach()
  return processInfo
    .filter(({ type }) => type === 'renderer' || type === 'GPU')
    .reduce((sum, { cpuTime }) => sum + cpuTime, 0)
}

/** A short wavy stroke on the after image, the same ones in every run, spread over the whole mask. */
async function stroke(page: Page, index: number): Promise<void> {
  const area = { x: 660, y: 120, width: 480, height: 480 }
  const x = area.x + ((index * 137.3) % area.width)
  const y = area.y + ((index * 71.9) % area.height)
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let move = 1; move <= MOVES_PER_STROKE; move += 1) {
    await page.mouse.move(x + move * 6, y + 12 * Math.sin(move + index))
  }
  await page.mouse.up()
}

async function timed(page: Page, from: number, to: number): Promise<Times> {
  await page.evaluate('window.stage.measure.start()')
  for (let index = from; index < to; index += 1) {
    await stroke(page, index)
  }
  await page.waitForTimeout(100)
  return page.evaluate<Times>('window.stage.measure.stop()')
}

async function openStage(
  url: string,
  flags: string[],
  side = SIDE,
): Promise<{ page: Page; session: CDPSession }> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', ...flags] })
  const page = await browser.newPage({ viewport: { width: 1240, height: 760 } })
  await page.goto(`${url}?size=${side}${side > SIDE ? '&tiles=1' : ''}`)
  await page.waitForFunction('document.querySelectorAll("output").length === 0', undefined, {
    timeout: 120_000,
  })
  await page.evaluate('window.stage.session.setState({ brushSize: 64 })')
  const session = await page.context().newCDPSession(page)
  return { page, session }
}

function perEvent(seconds: number, { toPaint }: Times): string {
  return ((seconds * 1000) / toPaint.length).toFixed(2)
}

async function measure(url: string): Promise<void> {
  const { page, session } = await openStage(url, UNCLOCKED)
  console.log(`Chromium ${page.context().browser()?.version()}, drawn by: ${await rendererOf(page)}`)
  console.log(`${SIDE} x ${SIDE} mask, brush 64 px, ${strokes} strokes of ${MOVES_PER_STROKE} moves\n`)
  await timed(page, strokes, strokes + 20)
  const before = await memoryOf(session)
  const tenth = Math.max(1, Math.floor(strokes / 10))
  const start = await processorSeconds(page)
  const first = await timed(page, 0, tenth)
  const afterFirst = await processorSeconds(page)
  const middle = await timed(page, tenth, strokes - tenth)
  const beforeLast = await processorSeconds(page)
  const last = await timed(page, strokes - tenth, strokes)
  const end = await processorSeconds(page)
  const after = await memoryOf(session)

  console.log(
    `${'milliseconds'.padEnd(40)} ${['p50', 'p95', 'p99'].map((name) => name.padStart(6)).join(' ')}`,
  )
  report('event to painted frame', [...first.toPaint, ...middle.toPaint, ...last.toPaint])
  report('  the first tenth', first.toPaint)
  report('  the last tenth', last.toPaint)
  report('of that, in event handlers', [...first.inHandlers, ...middle.inHandlers, ...last.inHandlers])
  report('  the last tenth', last.inHandlers)
  console.log(
    `processor time an event, page and drawing process together: first tenth ${perEvent(afterFirst - start, first)} ms, ` +
      `last tenth ${perEvent(end - beforeLast, last)} ms`,
  )
  const text = await page.evaluate<number>(
    'JSON.stringify(window.stage.document.getState().open.document).length',
  )
  console.log(
    `heap ${megabytes(before.heap)} -> ${megabytes(after.heap)}, of which the document's text ${megabytes(text)}`,
  )
  console.log(
    `array buffers (tiles and the screen) ${megabytes(before.buffers)} -> ${megabytes(after.buffers)}`,
  )
  await page.context().browser()?.close()
}

async function measureClocked(url: string): Promise<void> {
  const { page } = await openStage(url, [])
  await timed(page, 0, 20)
  const times = await timed(page, 20, 20 + Math.min(100, strokes))
  report('\nevent to painted frame, at 60 Hz', times.toPaint)
  await page.context().browser()?.close()
}

/** The same strokes on both, a few on each in turn, so that what else the machine does falls on both. */
async function compareSides(url: string, side: number): Promise<void> {
  const small = await openStage(url, UNCLOCKED)
  const large = await openStage(url, UNCLOCKED, side)
  const camera = { center: { x: side / 2, y: side / 2 }, scale: await small.page.evaluate<number>(SCALE) }
  await large.page.evaluate(
    `window.stage.view.setState({ camera: ${JSON.stringify(camera)}, isFitted: false })`,
  )
  await large.page.waitForTimeout(2000)
  const times: Record<'small' | 'large', Times> = {
    small: { toPaint: [], inHandlers: [] },
    large: { toPaint: [], inHandlers: [] },
  }
  const turns = Math.max(1, Math.floor(strokes / STROKES_IN_A_TURN))
  for (let turn = -1; turn < turns; turn += 1) {
    for (const [name, { page }] of [
      ['small', small],
      ['large', large],
    ] as const) {
      const from = (turn + 1) * STROKES_IN_A_TURN
      const { toPaint, inHandlers } = await timed(page, from, from + STROKES_IN_A_TURN)
      if (turn >= 0) {
        times[name].toPaint.push(...toPaint)
        times[name].inHandlers.push(...inHandlers)
      }
    }
  }
  console.log(`${turns * STROKES_IN_A_TURN} strokes of ${MOVES_PER_STROKE} moves on each, brush 64 px`)
  for (const [name, label] of [
    ['small', SIDE],
    ['large', side],
  ] as const) {
    report(`${label} x ${label}, event to painted frame`, times[name].toPaint)
    report('  of that, in event handlers', times[name].inHandlers)
  }
  for (const share of [0.5, 0.95]) {
    const ratio = percentile(times.large.toPaint, share) / percentile(times.small.toPaint, share)
    console.log(
      `p${share * 100}: ${side} x ${side} costs ${ratio.toFixed(2)} times ${SIDE} x ${SIDE}; / ${MOST_RATIO} = ${(ratio / MOST_RATIO).toFixed(2)}`,
    )
  }
  await small.page.context().browser()?.close()
  await large.page.context().browser()?.close()
}

const stopTraining = isTraining ? await trainInBackground() : null
const stage = await serveStage()
if (values.side === undefined) {
  await measure(stage.url)
  await measureClocked(stage.url)
} else {
  await compareSides(stage.url, Number(values.side))
}
stage.close()
stopTraining?.()
