import { Option } from 'commander'
import type { Command } from 'commander'
import { failWith } from '../contract/errors'
import { withoutSlice } from '../dataset/slice-pairs'
import { sliceAxisSchema } from '../domain/slice-path'
import type { SliceAxis } from '../domain/slice-path'
import { EXIT_CODES, print, runCommand } from './output'
import { withEngine } from './with-engine'
import type { EngineClient } from './with-engine'

interface SlicesOptions {
  range: string
  axis?: SliceAxis
  pair?: string
}

/** `deltascribe slices DIR`: makes pairs of a range of slices of volumes. */
export function addSlicesCommand(program: Command): void {
  program
    .command('slices')
    .description('Add a pair for each slice of a range of NIfTI volumes or DICOM files with several frames')
    .argument('<dir>', 'folder of pairs of volumes')
    .requiredOption('--range <from-to>', 'numbers of the first and the last slice, from 1, as in 10-40')
    .addOption(
      new Option(
        '--axis <axis>',
        'direction of the slices (default: axial, or frames of a DICOM file)',
      ).choices(sliceAxisSchema.options),
    )
    .option('--pair <key>', 'this pair alone (default: all pairs whose files have slices)')
    .action((dir: string, options: SlicesOptions) => runCommand(() => addSlices(dir, options)))
}

async function addSlices(dir: string, { range, axis, pair }: SlicesOptions): Promise<number> {
  const [from, to] = rangeOf(range)
  const counts = await withEngine(
    async (client) => {
      await client.call('project.open', { folder: dir, reading: null })
      const found: { key: string; added: number }[] = []
      for (const { pairId, key, shownAxis } of await volumes(client, pair ?? null)) {
        const { added } = await client.call('scans.addSlices', {
          pairId,
          axis: axis ?? shownAxis,
          from,
          to,
        })
        found.push({ key, added })
      }
      return found
    },
    { access: 'edit', program: 'deltascribe slices' },
  )
  for (const { key, added } of counts) {
    print(`${key}: ${added} slices added`)
  }
  if (counts.length === 0) {
    throw failWith('invalid-input', `No pair in ${dir} has files with slices.`)
  }
  return EXIT_CODES.fine
}

/** @throws ContractError `invalid-input` */
function rangeOf(text: string): [from: number, to: number] {
  const found = /^([1-9]\d{0,5})-([1-9]\d{0,5})$/.exec(text)
  if (found === null) {
    throw failWith('invalid-input', `--range takes two numbers from 1, as in 10-40, and not "${text}".`)
  }
  return [Number(found[1]), Number(found[2])]
}

/** The pairs of volumes that slices are added to. */
async function volumes(
  client: EngineClient,
  wantedKey: string | null,
): Promise<{ pairId: number; key: string; shownAxis: SliceAxis }[]> {
  const filter = { states: null, search: '', hasProblem: null }
  const { ids } = await client.call('pairs.find', { filter, order: 'key' })
  const keys = new Set<string>()
  const found: { pairId: number; key: string; shownAxis: SliceAxis }[] = []
  for (const { id, key } of await client.call('pairs.rows', { ids })) {
    const isSlice = keys.has(withoutSlice(key))
    keys.add(key)
    if (isSlice || (wantedKey !== null && key !== wantedKey)) {
      continue
    }
    const scan = await client.call('scans.get', { pairId: id })
    if (scan?.after.shown != null) {
      found.push({ pairId: id, key, shownAxis: scan.after.shown.axis })
    }
  }
  return found
}
