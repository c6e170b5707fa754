import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEngine } from '../src/engine/testing'
import type { StartedEngine } from '../src/engine/testing'
import { countLevels } from '../src/domain/picture-tile'
import { makeLargeTiff } from '../src/tiles/testing'
import type { Patch } from '../src/tiles/testing'
import { ground } from '../src/tiles/survey/testing'

/**
 * `npm run bench -- large [--sides 5000,10000,20000]`: pairs of cloud-optimised TIFF files of so many pixels on a side,
 * by measured difference on the processor. Prints seconds from the request to the stored proposal, seconds a megapixel
 * as a ratio to the first side, the most memory of an inference process and of the engine with this program (Linux), and
 * the time from opening the folder to the coarsest picture of both frames.
 */
const PERIOD = 2048
/** Things that changed, each about a hundredth of the side long. */
const PATCHES = 12
const { values } = parseArgs({ options: { sides: { type: 'string', default: '5000,10000,20000' } } })
const sides = values.sides.split(',').map(Number)

interface Measured {
  seconds: number
  parts: number
  firstView: number
  inference: number
  engine: number
  regions: number
}

console.log(`  ${cpus().length} cores, load ${loadavg()[0].toFixed(1)} before`)
let first: number | null = null
for (const side of sides) {
  const { seconds, parts, firstView, inference, engine, regions } = await measure(side)
  const each = seconds / (side * side * 1e-6)
  first ??= each
  console.log(
    `  ${side} x ${side}, ${parts === 0 ? 'whole' : `${parts} parts`}: ${seconds.toFixed(1)} s, ${each.toFixed(3)} s a megapixel (${(each / first).toFixed(2)} times), ${regions} regions; most memory ${inference} MB in an inference process, ${engine} MB in the engine; first view after ${firstView.toFixed(2)} s`,
  )
}

async function measure(side: number): Promise<Measured> {
  const home = await mkdtemp(join(tmpdir(), 'deltascribe-large-bench-'))
  const started = startEngine(join(home, 'user'), { isHeadless: true })
  try {
    await makePair(join(home, 'pairs'), side)
    await started.client.call('settings.set', {
      proposeAhead: false,
      provider: 'cpu',
      proposer: 'difference',
    })
    const begun = performance.now()
    await started.client.call('project.open', { folder: join(home, 'pairs'), reading: null })
    const filter = { states: null, search: '', hasProblem: null }
    const [pairId] = (await started.client.call('pairs.find', { filter, order: 'key' })).ids
    await firstPictures(started, pairId)
    const firstView = (performance.now() - begun) / 1000
    return { ...(await propose(started, pairId)), firstView }
  } finally {
    started.engine.dispose()
    await rm(home, { recursive: true, force: true, maxRetries: 20 })
  }
}

async function firstPictures({ client, engine }: StartedEngine, pairId: number): Promise<void> {
  const { pair } = await client.call('pairs.get', { pairId })
  const { tiles } = pair
  const tile = tiles === null ? null : { level: tiles.levels - 1, column: 0, row: 0 }
  await Promise.all(
    (['before', 'after'] as const).map((kind) => engine.locatePicture({ pairId, kind, tile })),
  )
}

async function propose({ client }: StartedEngine, pairId: number): Promise<Omit<Measured, 'firstView'>> {
  let [parts, inference, engine] = [0, 0, 0]
  const stop = client.on('queue.changed', (status) => {
    parts = Math.max(parts, status.parts?.total ?? 0)
  })
  const sampling = setInterval(() => {
    inference = Math.max(inference, ...childrenMegabytes())
    engine = Math.max(engine, Math.round(process.memoryUsage.rss() / 1e6))
  }, 250)
  const begun = performance.now()
  const { regionCount } = await client.call('proposals.make', { pairId, proposer: 'difference' })
  const seconds = (performance.now() - begun) / 1000
  clearInterval(sampling)
  stop()
  return { seconds, parts, inference, engine, regions: regionCount }
}

/** Most memory that each child process has held; none where the system does not tell. */
function childrenMegabytes(): number[] {
  try {
    const { pid } = process
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    return children.map((child) => {
      const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child}/status`, 'utf8'))?.[1] ?? 0
      return Math.round((Number(kilobytes) * 1024) / 1e6)
    })
  } catch {
    return []
  }
}

/** With overviews down to one tile. The ground repeats, so that files are small; patches lie on it unevenly. */
async function makePair(folder: string, side: number): Promise<void> {
  const size = { width: side, height: side }
  const overviews = countLevels(size) - 1
  const patches = Array.from({ length: PATCHES }, (_, index): Patch => {
    const [width, height] = [Math.round(side * 0.012), Math.round(side * 0.009)]
    const x = Math.round(side * ((0.07 + index * 0.618) % 0.97))
    const y = Math.round(side * ((0.11 + index * 0.414) % 0.97))
    return { x, y, width, height, colour: [220 - 15 * index, 30 + 17 * index, 40] }
  })
  const scene = { ...size, paint: ground, period: PERIOD, overviews }
  await mkdir(join(folder, 'A'), { recursive: true })
  await mkdir(join(folder, 'B'), { recursive: true })
  await writeFile(join(folder, 'A', 'scene.tif'), makeLargeTiff(scene))
  await writeFile(join(folder, 'B', 'scene.tif'), makeLargeTiff({ ...scene, patches }))
}
