import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { removeFolder } from '../../e2e/remove-folder'
import { exportMade, madeItem, madeRegion } from '../../src/dataset/export/testing'
import type { MaskShape } from '../../src/dataset/export/testing'
import { commonFormatNames } from '../../src/dataset/formats/list'
import { filesIn } from '../../src/dataset/import/testing'
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
  /** By format: an import that nothing disturbed, and its milliseconds. */
  const straight = new Map<string, { into: string; milliseconds: number }>()

  return {
    name: 'import',
    async run(turn) {
      folder ??= own.fresh()
      const format = turn.random.pick(commonFormatNames)
      const source = join(folder, format)
      if (!existsSync(source)) {
        await writeDataset(join(folder, 'images'), format, source)
      }
      const [whole, home] = [join(folder, `straight-${format}`), join(turn.folder, 'home')]
      const importInto = (into: string): string[] => ['import', source, '--format', format, '--into', into]
      if (!straight.has(format)) {
        const began = performance.now()
        await runWell(turn, importInto(whole), home)
        straight.set(format, { into: whole, milliseconds: performance.now() - began })
      }
      const { milliseconds } = straight.get(format)!
      const parent = join(turn.folder, 'deep')
      const into = join(parent, 'into')
      const args = [...importInto(into), '--json']
      const kills = turn.random.between(1, 3)
      for (let kill = 0; kill < kills; kill += 1) {
        await runAndKill(turn, args, home, within(turn, milliseconds))
        removeFolder(into)
      }
      const { out } = await runWell(turn, args, home)
      const { pairCount } = JSON.parse(out) as { pairCount: number }
      ensure(pairCount === PAIRS, `an import of ${format} after a kill has ${pairCount} pairs of ${PAIRS}`)
      await requireSame(`an import of ${format} after a kill`, into, whole)
      const left = (await readdir(parent)).filter((name) => name !== 'into')
      ensure(left.length === 0, `an import of ${format} that was killed left ${left.join(', ')}`)
    },
    async end() {
      own.remove()
    },
  }
}

/** @throws Loss where it has not the files of the other folder, byte for byte; each project has a store of its own */
export async function requireSame(what: string, folder: string, straight: string): Promise<void> {
  const [made, expected] = await Promise.all([folder, straight].map(filesIn))
  ;[made, expected].forEach((files) => files.delete(join('.deltascribe', 'project.db')))
  const missing = [...expected.keys()].filter((path) => !made.has(path))
  const others = [...made].filter(([path, bytes]) => expected.get(path)?.equals(bytes) !== true)
  const paths = [...missing, ...others.map(([path]) => path)]
  ensure(paths.length === 0, `${what} differs from one without a stop: ${paths.join(', ')}`)
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
