// Synthetic pairs a second against the limit of 20 at 128 x 128 on two cores, and how the time of one pair grows
// with its size and its number of objects.
//   npx tsx bench/synth.bench.ts

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LAYOUTS } from '../src/dataset/synthetic/layouts/layouts'
import { writeSet } from '../src/dataset/synthetic/write-set'
import { renderPlan } from '../src/synth/blocks/pair'
import { planBlocks } from '../src/synth/blocks/plan'
import { BLOCKS_PROFILES } from '../src/synth/blocks/profiles'
import { makePair } from '../src/synth/make'

// Made pairs a second against the limit of 20 at 128 x 128 on two cores, and how the time of one pair grows
// with its size and its number of things.
//   npx tsx bench/synth.bench.ts

const LIMIT = 20

async function measureSet(world: 'blocks' | 'aerial', count: number): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'synth-bench-'))
  const order = { world, profile: 'blocks', seed: 1, width: 128, height: 128, inTurn: false } as const
  let peak = 0
  try {
    const report = await writeSet(
      { ...order, count, layout: 'folder', truth: false, between: 0 },
      join(root, 'set'),
      2,
      new AbortController().signal,
      () => (peak = Math.max(peak, process.memoryUsage.rss())),
    )
    const rate = (1000 * report.pairs) / report.elapsedMs
    console.log(
      `${world}: ${count} pairs of 128 x 128 written by 2 processes: ${rate.toFixed(1)} pairs/s, ` +
        `${(rate / LIMIT).toFixed(2)} x the limit of ${LIMIT}; parent at most ${(peak / 2 ** 20).toFixed(0)} MiB`,
    )
  } finally {
    rmSync(root, { recursive: true })
  }
}

/** Milliseconds of processor time for each of `count` pairs in this process, after a warm-up. */
function time(count: number, make: (index: number) => unknown): number {
  for (let i = 0; i < 10; i++) {
    make(i)
  }
  const begun = process.cpuUsage()
  for (let i = 0; i < count; i++) {
    make(1000 + i)
  }
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1000 / count
}

/** The expected time on two free cores: the wall clock above also counts other load of the machine. */
function measureWork(world: 'blocks' | 'aerial'): void {
  const order = { world, profile: 'blocks', seed: 1, width: 128, height: 128, inTurn: false } as const
  const ms = time(120, (index) =>
    LAYOUTS.folder.make({ ...order, count: 1, layout: 'folder', truth: false, between: 0 }, index),
  )
  const rate = 2000 / ms
  console.log(
    `${world}: ${ms.toFixed(1)} ms of processor time a pair with its files: ${rate.toFixed(0)} pairs/s on two free cores, ` +
      `${(rate / LIMIT).toFixed(2)} x the limit`,
  )
}

function growth(): void {
  console.log(
    '\n| size | Blocks, CPU ms a pair | microseconds a pixel | Aerial, CPU ms a pair |\n|---|---|---|---|',
  )
  for (const [width, height] of [
    [64, 64],
    [128, 128],
    [256, 256],
    [480, 320],
    [960, 640],
  ] as const) {
    const order = { profile: 'blocks', seed: 1, width, height, inTurn: false } as const
    const count = Math.ceil(600_000 / (width * height))
    const ms = time(count, (index) => makePair({ ...order, world: 'blocks' }, index))
    const aerial = time(count, (index) => makePair({ ...order, world: 'aerial' }, index))
    const each = (1000 * ms) / (width * height)
    console.log(`| ${width} x ${height} | ${ms.toFixed(1)} | ${each.toFixed(2)} | ${aerial.toFixed(1)} |`)
  }
  console.log('\n| things | CPU ms at 128 x 128 |\n|---|---|')
  for (const objects of [3, 5, 7, 10]) {
    const options = {
      ...BLOCKS_PROFILES.blocks,
      things: [objects, objects],
      weights: { color: 1, none: 1 },
    } as const
    console.log(
      `| ${objects} | ${time(40, (seed) => renderPlan(planBlocks(seed, options), 128, 128)).toFixed(1)} |`,
    )
  }
}

await measureSet('blocks', 400)
await measureSet('aerial', 400)
measureWork('blocks')
measureWork('aerial')
growth()
