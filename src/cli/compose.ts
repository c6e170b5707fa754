import { availableParallelism } from 'node:os'
import { Option } from 'commander'
import type { Command } from 'commander'
import { failWith } from '../contract/errors'
import { LibraryError, loadLibrary } from '../dataset/composing/load-library'
import type { LoadedLibrary } from '../dataset/composing/load-library'
import { COMPOSED_LAYOUTS } from '../dataset/composing/order'
import type { ComposedLayout } from '../dataset/composing/order'
import { writeComposed } from '../dataset/composing/write-composed'
import { DiscoverError } from '../dataset/scan-source'
import { refuseTaken, TargetExistsError } from '../dataset/synthetic/write-set'
import { NUISANCE_SETS } from '../synth/photographs/plan'
import type { NuisanceSet } from '../synth/photographs/plan'
import { EXIT_CODES, print, printJson, remark, runCommand } from './output'
import { integer, parseSize, setProgress } from './synth'
import { stoppable } from './with-engine'

interface ComposeFlags {
  readonly photographs: string
  readonly outlines?: string
  readonly cutouts?: string
  readonly out: string
  readonly count: number
  readonly seed: number
  readonly size: readonly [number, number]
  readonly layout: ComposedLayout
  readonly nuisances: NuisanceSet
  readonly workers: number
  readonly heldOut: boolean
  readonly json: boolean
}

/** Left-out sources that are named on the way; the card names more. */
const NAMED = 10

/** `deltascribe compose`: writes a set of pairs composed from photographs. */
export function addComposeCommand(program: Command): void {
  program
    .command('compose')
    .description('Compose image pairs with masks and captions from photographs and outlined things')
    .requiredOption('--photographs <dir>', 'folder of photographs')
    .option('--outlines <file>', 'outlines of things in the photographs, a list in COCO form')
    .option('--cutouts <dir>', 'folder of things with alpha, named WORD-NUMBER')
    .requiredOption('--out <dir>', 'folder to write, which must not be there yet or be empty')
    .option('-n, --count <pairs>', 'how many pairs', integer(1, 10_000_000), 100)
    .option('--seed <number>', 'the same seed and sources give the same bytes', integer(0, 2 ** 31 - 1), 1)
    .addOption(
      new Option('--size <WxH>', 'size of the pictures in pixels')
        .argParser(parseSize)
        .default([192, 192], '192x192'),
    )
    .addOption(
      new Option('--layout <name>', 'files to write')
        .choices([...COMPOSED_LAYOUTS])
        .default(COMPOSED_LAYOUTS[0]),
    )
    .addOption(
      new Option('--nuisances <set>', 'what differs and is no change (docs/synth.md)')
        .choices([...NUISANCE_SETS])
        .default(NUISANCE_SETS[0]),
    )
    .option('--workers <threads>', 'worker threads', integer(1, 256), availableParallelism())
    .option('--held-out', 'use the sources that are kept for tests, one in ten, and no others', false)
    .option('--json', 'print one JSON document', false)
    .action((flags: ComposeFlags) => runCommand(() => stoppable((signal) => runCompose(flags, signal))))
}

async function runCompose(flags: ComposeFlags, signal: AbortSignal): Promise<number> {
  const { out, workers, json, size, count, seed, heldOut, layout, nuisances } = flags
  try {
    refuseTaken(out)
    const loaded = await load(flags, signal)
    const [width, height] = size
    const more = nuisances === 'usual' ? {} : { nuisances }
    const order = { count, seed, width, height, heldOut, layout, ...more }
    const report = await writeComposed(order, loaded, out, workers, signal, setProgress())
    const { library, leftOut } = loaded
    if (json) {
      const [photographs, things] = [library.photographs.length, library.things.length]
      printJson({ ...report, photographs, things, leftOut })
    } else {
      const rate = (1000 * report.pairs) / report.elapsedMs
      const megabytes = (report.bytes / 1e6).toFixed(1)
      print(`${report.pairs} pairs in ${report.folder}, ${megabytes} MB, ${rate.toFixed(1)} pairs/s`)
    }
    return EXIT_CODES.fine
  } catch (error) {
    if (error instanceof DiscoverError) {
      const why = error.code === 'not-a-folder' ? 'is a file: name its folder' : null
      throw failWith('invalid-input', `${why === null ? error.message : `${error.path} ${why}`}.`)
    }
    if (error instanceof TargetExistsError || error instanceof LibraryError) {
      throw failWith('invalid-input', error.message)
    }
    if (!signal.aborted) {
      throw error
    }
    remark('Cancelled: nothing was written.')
    return EXIT_CODES.stopped
  }
}

async function load(flags: ComposeFlags, signal: AbortSignal): Promise<LoadedLibrary> {
  const { photographs, outlines = null, cutouts = null, heldOut } = flags
  const loaded = await loadLibrary({ photographs, outlines, cutouts }, heldOut, signal, readProgress())
  const { library, leftOut } = loaded
  remark(`${library.photographs.length} photographs and ${library.things.length} things`)
  for (const { name, reason } of leftOut.slice(0, NAMED)) {
    remark(`left out: ${name}: ${reason}`)
  }
  if (leftOut.length > NAMED) {
    remark(`left out: ${leftOut.length - NAMED} more, which the set's README.md lists`)
  }
  return loaded
}

function readProgress(): (done: number, count: number) => void {
  let last = performance.now()
  return (done, count) => {
    if (performance.now() - last >= 1000) {
      last = performance.now()
      remark(`${done}/${count} files read`)
    }
  }
}
