// Composed pairs a second against the goal of 25 at 192 x 192 on two cores: on one thread, and on two. And how well
// the masks are what differs, by kind of change, when nothing else does.
//   npx tsx bench/compose.bench.ts

import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadLibrary } from '../src/dataset/composing/load-library'
import type { LoadedLibrary, SourceFolders } from '../src/dataset/composing/load-library'
import { composedItem } from '../src/dataset/composing/order'
import type { ComposeOrder } from '../src/dataset/composing/order'
import { madeSources } from '../src/dataset/composing/testing'
import { writeComposed } from '../src/dataset/composing/write-composed'
import { pairSeed } from '../src/synth/make'
import type { PlannedChange } from '../src/synth/photographs/planned'
import { NO_NUISANCES } from '../src/synth/photographs/planned'
import { renderComposed } from '../src/synth/photographs/pair'
import { planPair } from '../src/synth/photographs/plan'
import { changedPixels } from '../src/synth/photographs/truth'
import { dataFolder } from './data'

const GOAL = 25
const ORDER: ComposeOrder = {
  count: 400,
  seed: 1,
  width: 192,
  height: 192,
  heldOut: true,
  layout: 'training',
}
const WARM_UP = 20
const ON_ONE_THREAD = 200

const root = mkdtempSync(join(tmpdir(), 'compose-bench-'))

/** The held-out tenth of the real photographs; made ones where these are not here. */
function sources(): SourceFolders {
  const data = dataFolder('photographs')
  return data === null
    ? madeSources(join(root, 'sources'), 60)
    : {
        photographs: join(data, 'images'),
        outlines: join(data, 'instances.json'),
        cutouts: join(data, 'cutouts'),
      }
}

function onOneThread({ library }: LoadedLibrary): void {
  for (let index = 0; index < WARM_UP; index++) {
    composedItem(ORDER, library, index)
  }
  const begun = performance.now()
  const used = process.cpuUsage()
  for (let index = 0; index < ON_ONE_THREAD; index++) {
    composedItem(ORDER, library, index)
  }
  const { user, system } = process.cpuUsage(used)
  const rate = (1000 * ON_ONE_THREAD) / (performance.now() - begun)
  const ms = (user + system) / 1000 / ON_ONE_THREAD
  console.log(
    `one thread, nothing written: ${rate.toFixed(1)} pairs/s, ${(rate / GOAL).toFixed(2)} x the goal of ${GOAL}; ` +
      `${ms.toFixed(1)} ms of processor time a pair, ${(2000 / ms).toFixed(1)} pairs/s on two free cores`,
  )
}

async function onTwoThreads(loaded: LoadedLibrary): Promise<void> {
  let begun = 0
  let ended = 0
  await writeComposed(ORDER, loaded, join(root, 'set'), 2, new AbortController().signal, ({ done }) => {
    begun = done === 1 ? performance.now() : begun
    ended = performance.now()
  })
  const rate = (1000 * (ORDER.count - 1)) / (ended - begun)
  console.log(
    `two threads, written: ${rate.toFixed(1)} pairs/s, ${(rate / GOAL).toFixed(2)} x the goal of ${GOAL}`,
  )
}

/** Levels: what differs by less is equal, by more is seen. */
const EQUAL = 4
const SEEN = 30
const TRIED = 300

/** Each planned change alone, without nuisances and without its own shadow. */
function truth({ library }: LoadedLibrary): void {
  const sums = new Map<string, { count: number; marked: number; equal: number; missed: number }>()
  for (let index = 0; index < TRIED; index++) {
    const plan = planPair(pairSeed(2, index), library, ORDER)
    for (const change of plan.changes) {
      const alone = { ...plan, changes: [withoutShadow(change)], nuisances: NO_NUISANCES }
      const { before, after, regions } = renderComposed(alone, library)
      if (regions.length === 0) {
        continue
      }
      const mask = changedPixels(regions[0], ORDER).data
      const sum = sums.get(change.kind) ?? { count: 0, marked: 0, equal: 0, missed: 0 }
      sum.count += 1
      mask.forEach((value, pixel) => {
        const apart = Math.max(
          ...[0, 1, 2].map((at) => Math.abs(before.data[3 * pixel + at] - after.data[3 * pixel + at])),
        )
        sum.marked += value
        sum.equal += value === 1 && apart < EQUAL ? 1 : 0
        sum.missed += value === 0 && apart > SEEN ? 1 : 0
      })
      sums.set(change.kind, sum)
    }
  }
  console.log('\n| kind | changes | marked but equal | different but not marked |\n|---|---|---|---|')
  for (const [kind, { count, marked, equal, missed }] of sums) {
    const share = (part: number): string => `${((100 * part) / marked).toFixed(1)} %`
    console.log(`| ${kind} | ${count} | ${share(equal)} | ${share(missed)} |`)
  }
}

function withoutShadow(change: PlannedChange): PlannedChange {
  switch (change.kind) {
    case 'appear':
    case 'vanish':
    case 'recolour':
      return { ...change, placement: { ...change.placement, shadow: null } }
    case 'move':
      return { ...change, from: { ...change.from, shadow: null }, to: { ...change.to, shadow: null } }
    case 'replace':
      return {
        ...change,
        former: { ...change.former, shadow: null },
        latter: { ...change.latter, shadow: null },
      }
    default:
      return change
  }
}

try {
  const begun = performance.now()
  const loaded = await loadLibrary(sources(), true, new AbortController().signal)
  const { photographs, things } = loaded.library
  const bytes = photographs.reduce((sum, { image }) => sum + image.data.length, 0)
  console.log(
    `${photographs.length} photographs (${(bytes / 2 ** 20).toFixed(0)} MiB) and ${things.length} things read in ` +
      `${((performance.now() - begun) / 1000).toFixed(1)} s; load of the machine ${loadavg()[0].toFixed(1)}`,
  )
  onOneThread(loaded)
  await onTwoThreads(loaded)
  truth(loaded)
} finally {
  rmSync(root, { recursive: true })
}
