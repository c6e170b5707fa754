import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import type { CDPSession, Page } from '@playwright/test'
import { serveStage } from './stage/serve'

/**
 * Stroke to paint on the real canvas component: 4096 x 4096 pixels, 1,000 strokes with a real pointer. Each
 * pointer event is timed from its own time stamp to the end of the frame that shows it, on the main thread.
 * `npx tsx bench/stroke.bench.ts [strokes]`
 */
const limit = 16.7 // milliseconds: one frame at 60 Hz
const side = 4096
const movesPerStroke = 10
const strokes = Number(process.argv[2] ?? 1000)

interface Times {
  toPaint: number[]
  inHandlers: number[]
}

function findChromium(): string {
  const places = [
    process.env['CHROMIUM_PATH'],
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ]
  const found = [...places, chromium.executablePath()].find((path) => path !== undefined && existsSync(path))
  if (found === undefined) {
    throw new Error('no Chromium was found: set CHROMIUM_PATH to one')
  }
  return found
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function report(name: string, values: readonly number[]): void {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(values, share))
  const figures = [p50, p95, p99].map((value) => value.toFixed(1).padStart(6)).join(' ')
  console.log(`${name.padEnd(44)} ${figures}   p95 / ${limit} ms = ${(p95 / limit).toFixed(2)}`)
}

/** Bytes of the JavaScript heap and of array buffers after a collection. */
async function memory(session: CDPSession): Promise<{ heap: number; buffers: number }> {
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize } = (await session.send('Runtime.getHeapUsage')) as {
    usedSize: number
    backingStorageSize?: number
  }
  return { heap: usedSize, buffers: backingStorageSize ?? 0 }
}

function megabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1)
}

/** A short wavy stroke somewhere on the after image; the same ones in every run. */
async function stroke(page: Page, index: number): Promise<void> {
  const area = { x: 660, y: 120, width: 540, height: 480 }
  const x = area.x + ((index * 137) % (area.width - 60))
  const y = area.y + ((index * 71) % (area.height - 40))
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let move = 1; move <= movesPerStroke; move += 1) {
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

async function main(): Promise<void> {
  const stage = await serveStage()
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--enable-precise-memory-info'],
  })
  const page = await browser.newPage({ viewport: { width: 1240, height: 760 } })
  await page.goto(`${stage.url}?size=${side}`)
  await page.waitForFunction('document.querySelectorAll("output").length === 0', undefined, {
    timeout: 120_000,
  })
  await page.evaluate('window.stage.session.setState({ brushSize: 64 })')
  const session = await page.context().newCDPSession(page)
  await timed(page, strokes, strokes + 20)
  await page.waitForTimeout(500)
  const before = await memory(session)
  const tenth = Math.max(1, Math.floor(strokes / 10))
  const first = await timed(page, 0, tenth)
  const middle = await timed(page, tenth, strokes - tenth)
  const last = await timed(page, strokes - tenth, strokes)
  await page.waitForTimeout(500)
  const after = await memory(session)
  const gpu = await page.evaluate<string>(
    `(() => { const gl = document.createElement('canvas').getContext('webgl'); const info = gl?.getExtension('WEBGL_debug_renderer_info'); return info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : 'none' })()`,
  )
  const state = await page.evaluate<{ edits: number; text: number }>(
    `(() => { const { open } = window.stage.document.getState(); return { edits: open.version - 1, text: JSON.stringify(open.document).length } })()`,
  )
  console.log(`Chromium ${browser.version()}, WebGL renderer: ${gpu}`)
  console.log(
    `${side} x ${side} mask, brush 64 px, side by side, ${strokes} strokes of ${movesPerStroke} moves, ${state.edits} edits\n`,
  )
  console.log(
    `${'milliseconds'.padEnd(44)} ${['p50', 'p95', 'p99'].map((name) => name.padStart(6)).join(' ')}`,
  )
  report('event to painted frame, all strokes', [...first.toPaint, ...middle.toPaint, ...last.toPaint])
  report('  the first tenth', first.toPaint)
  report('  the last tenth', last.toPaint)
  report('in event handlers, all strokes', [...first.inHandlers, ...middle.inHandlers, ...last.inHandlers])
  report('  the last tenth', last.inHandlers)
  console.log(
    `\nheap ${megabytes(before.heap)} -> ${megabytes(after.heap)} MB, array buffers ${megabytes(before.buffers)} -> ${megabytes(after.buffers)} MB`,
  )
  console.log(`the document as JSON: ${megabytes(state.text)} MB`)
  await browser.close()
  stage.close()
}

await main()
