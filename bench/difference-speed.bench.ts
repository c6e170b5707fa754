import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ProviderName } from '../src/contract/proposal'
import { decodePair } from '../src/frames/decode-pair'
import { encodePng } from '../src/images/raster'
import type { Raster } from '../src/images/raster'
import { matchColours } from '../src/models/difference/colour-match'
import { makeScene } from '../src/models/difference/testing'
import { createDifferenceProposer } from '../src/models/difference/proposer'

/**
 * Proposals a second from files to regions, against the same work without decoding, on synthetic pairs; each stage
 * in milliseconds, and the peak memory of the process. Run with `npx tsx bench/difference-speed.bench.ts [--side N]
 * [--pairs N] [--provider NAME] [--threads N]`.
 */
const { values: options } = parseArgs({
  options: {
    side: { type: 'string', default: '640' },
    pairs: { type: 'string', default: '10' },
    provider: { type: 'string', default: 'cpu' },
    threads: { type: 'string', default: '1' },
  },
})
const side = Number(options.side)
const pairs = Number(options.pairs)
const object = {
  rect: { x: side / 2, y: side / 3, width: side / 12, height: side / 9 },
  colour: [200, 40, 40] as const,
}
const VIEWS = [
  { name: 'still view', shift: { x: 0, y: 0 }, isTurned: false },
  { name: 'shifted by part of a pixel', shift: { x: 0.5, y: 0.4 }, isTurned: false },
  { name: 'turned by half and not aligned', shift: { x: 0, y: 0 }, isTurned: true },
]

const folder = await mkdtemp(join(tmpdir(), 'deltascribe-speed-'))
const proposer = await createDifferenceProposer({
  provider: options.provider as ProviderName,
  threads: Number(options.threads),
})
const size = { width: side, height: side, noise: 3 }
await writeFile(join(folder, 'before.png'), await encodePng(makeScene(size)))
console.log(`${side} x ${side} on ${options.provider}, ${options.threads} thread(s), ${pairs} pairs each`)
for (const { name, shift, isTurned } of VIEWS) {
  const after = makeScene({ ...size, seed: 2, shift, things: [object] })
  await writeFile(join(folder, 'after.png'), await encodePng(isTurned ? turned(after) : after))
  await report(name)
}
compareColours()
console.log(`most memory held: ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`)
await proposer.release()
await rm(folder, { recursive: true })

/** Of a pair that was not aligned: the before image compared once, and as a copy, as it is compared where it was aligned. */
function compareColours(): void {
  const before = makeScene(size)
  const after = turned(makeScene({ ...size, seed: 2 }))
  const copy = { ...before, data: before.data.slice() }
  const [once, twice] = [before, copy].map((image) => ({ image, milliseconds: [] as number[] }))
  for (let round = 0; round < 2 * pairs; round += 1) {
    for (const { image, milliseconds } of [once, twice]) {
      const started = performance.now()
      matchColours(image, before, null, after)
      milliseconds.push(performance.now() - started)
    }
  }
  const [short, long] = [once, twice].map(({ milliseconds }) => milliseconds.toSorted((a, b) => a - b)[pairs])
  console.log(`colours of a pair that was not aligned: ${short.toFixed(0)} ms; twice ${long.toFixed(0)} ms`)
}

function turned(image: Raster): Raster {
  const pixels = image.width * image.height
  const data = image.data.map((_, at) => image.data[3 * (pixels - 1 - Math.floor(at / 3)) + (at % 3)])
  return { ...image, data }
}

async function report(name: string): Promise<void> {
  const stages = new Map<string, number>()
  const add = (stage: string, milliseconds: number): void => {
    stages.set(stage, (stages.get(stage) ?? 0) + milliseconds / pairs)
  }
  for (let index = 0; index <= pairs; index += 1) {
    const started = performance.now()
    const { before, after } = await decodePair(join(folder, 'before.png'), join(folder, 'after.png'))
    const decoded = performance.now() - started
    const { milliseconds } = await proposer.propose(before, after)
    if (index > 0) {
      // the first warms up
      add('decode', decoded)
      Object.entries(milliseconds).forEach(([stage, value]) => add(stage, value))
    }
  }
  const work = stages.get('total') ?? 0
  const all = work + (stages.get('decode') ?? 0)
  stages.delete('total')
  const listed = [...stages].map(([stage, value]) => `${stage} ${value.toFixed(0)}`).join('  ')
  console.log(
    `${name}: ${(1000 / all).toFixed(2)} pairs a second, ${(1000 / work).toFixed(2)} without decoding`,
  )
  console.log(`  end to end against without decoding: ${((100 * work) / all).toFixed(0)} %`)
  console.log(`  ms: ${listed}`)
}
