// Composed pairs a second against the goal of 25 at 192 x 192 on two cores: on one thread, and on two.
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
} finally {
  rmSync(root, { recursive: true })
}
