import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { removeFolder } from '../../e2e/remove-folder'
import { commonFormatNames } from '../../src/dataset/formats/list'
import { partialFolder } from '../../src/dataset/export/partial-export'
import type { Attack, Turn } from '../attack'
import { until } from '../deadline'
import { ensure } from '../loss'
import { makeOwnFolder } from '../own-folder'
import { runAndKill, runWell, within } from '../program'
import { requireSame, writeDataset } from './imports'

const PAIRS = 150

interface Project {
  folder: string
  home: string
  /** By format: an export that nothing disturbed, and its milliseconds. */
  straight: Map<string, { out: string; milliseconds: number }>
}

/** Exports that are killed again and again go on to the same bytes as one without a stop. */
export function exportAttack(): Attack {
  const own = makeOwnFolder('export')
  let project: Project | null = null

  return {
    name: 'export',
    async run(turn) {
      project ??= await newProject(turn, own.fresh())
      const { folder, home } = project
      const format = turn.random.pick(commonFormatNames)
      const straight = await straightExport(turn, project, format)
      const parent = join(turn.folder, 'deep')
      const out = join(parent, 'out')
      const args = exportArgs(folder, format, out)
      const kills = turn.random.between(1, 3)
      for (let kill = 0; kill < kills; kill += 1) {
        await runAndKill(turn, args, home, moment(turn, out, straight.milliseconds))
        // it was done before it was killed
        removeFolder(out)
      }
      await runWell(turn, args, home)
      await requireSame(`a killed export to ${format}`, out, straight.out)
      const left = (await readdir(parent)).filter((name) => name !== 'out')
      ensure(left.length === 0, `an export to ${format} that was killed left ${left.join(', ')}`)
    },
    async end() {
      own.remove()
    },
  }
}

async function newProject(turn: Turn, folder: string): Promise<Project> {
  const [source, project, home] = ['source', 'project', 'home'].map((name) => join(folder, name))
  await writeDataset(join(folder, 'images'), 'coco', source, PAIRS)
  await runWell(turn, ['import', source, '--into', project], home)
  return { folder: project, home, straight: new Map() }
}

function exportArgs(folder: string, format: string, out: string): string[] {
  return ['export', folder, '--format', format, '--out', out]
}

async function straightExport(
  turn: Turn,
  { folder, home, straight }: Project,
  format: string,
): Promise<{ out: string; milliseconds: number }> {
  const known = straight.get(format)
  if (known !== undefined) {
    return known
  }
  const out = join(folder, '..', `straight-${format}`)
  const began = performance.now()
  await runWell(turn, exportArgs(folder, format, out), home)
  const made = { out, milliseconds: performance.now() - began }
  straight.set(format, made)
  return made
}

/** Any moment, or soon after it began to write. */
function moment(turn: Turn, out: string, milliseconds: number): () => Promise<unknown> {
  const delay = within(turn, milliseconds / 3)
  return turn.random.chance(0.5)
    ? within(turn, milliseconds)
    : async () => {
        await until('an export begins', () => existsSync(partialFolder(out)) || existsSync(out))
        await delay()
      }
}
