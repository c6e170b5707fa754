import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { removeFolder } from '../../e2e/remove-folder'
import { exportMade, madeItem, madeRegion } from '../../src/dataset/export/testing'
import type { MaskShape } from '../../src/dataset/export/testing'
import { commonFormatNames } from '../../src/dataset/formats/list'
import type { Attack } from '../attack'
import { ensure } from '../loss'
import { makeOwnFolder } from '../own-folder'
import { runAndKill, runWell, within } from '../program'

const PAIRS = 60
const SHAPES: readonly MaskShape[] = ['ring', 'full', 'dots']

/** Imports that are killed leave nothing once another one goes to the same folder, and that one is whole. */
export function importAttack(): Attack {
  const own = makeOwnFolder('import')
  let folder: string | null = null
  /** By format: how long an import takes that nothing disturbs, in milliseconds. */
  const times = new Map<string, number>()

  return {
    name: 'import',
    async run(turn) {
      folder ??= own.fresh()
      const format = turn.random.pick(commonFormatNames)
      const source = join(folder, format)
      if (!existsSync(source)) {
        await writeDataset(join(folder, 'images'), format, source)
      }
      const parent = join(turn.folder, 'deep')
      const [into, home] = [join(parent, 'into'), join(turn.folder, 'home')]
      const args = ['import', source, '--format', format, '--into', into, '--json']
      const kills = turn.random.between(1, 3)
      for (let kill = 0; kill < kills; kill += 1) {
        await runAndKill(turn, args, home, within(turn, times.get(format) ?? 2000))
        removeFolder(into)
      }
      const began = performance.now()
      const { out } = await runWell(turn, args, home)
      times.set(format, performance.now() - began)
      const { pairCount } = JSON.parse(out) as { pairCount: number }
      ensure(pairCount === PAIRS, `an import of ${format} after a kill has ${pairCount} pairs of ${PAIRS}`)
      const left = (await readdir(parent)).filter((name) => name !== 'into')
      ensure(left.length === 0, `an import of ${format} that was killed left ${left.join(', ')}`)
    },
    async end() {
      own.remove()
    },
  }
}

/** A made set with masks and captions in this format. */
export async function writeDataset(
  images: string,
  format: string,
  out: string,
  pairs = PAIRS,
): Promise<void> {
  await mkdir(images, { recursive: true })
  const items = await Promise.all(
    Array.from({ length: pairs }, (_, index) =>
      madeItem(images, `street/${String(index).padStart(3, '0')}`, {
        regions: [madeRegion('1', SHAPES[index % SHAPES.length])],
        captions: [`a house ${index} is new`],
        item: { split: index % 5 === 4 ? 'val' : 'train' },
      }),
    ),
  )
  await exportMade(items, format, out)
}
