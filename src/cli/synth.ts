import { availableParallelism } from 'node:os'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { MADE_LAYOUTS, type MadeLayout, type SetOrder } from '../dataset/made/set-order'
import { TargetExistsError, writeSet, type SetProgress } from '../dataset/made/write-set'
import { MADE_WORLDS, PROFILES, type MadeWorld, type Profile } from '../synth/make'

interface SynthFlags {
  readonly count: number
  readonly seed: number
  readonly size: readonly [number, number]
  readonly world: MadeWorld
  readonly profile: Profile
  readonly layout: MadeLayout
  readonly workers: number
  readonly inTurn: boolean
  readonly truth: boolean
  readonly json: boolean
}

/** Adds `deltascribe synth OUT`. Exit codes: 0 written, 1 failed or cancelled, 2 bad usage. */
export function addSynthCommand(program: Command): void {
  program
    .command('synth')
    .description('make image pairs with exact masks and captions')
    .argument('<out>', 'folder to write, which must not be there yet or be empty')
    .option('-n, --count <pairs>', 'how many pairs', integer(1, 10_000_000), 100)
    .option('--seed <number>', 'the same seed gives the same bytes', integer(0, 2 ** 31 - 1), 1)
    .option('--size <WxH>', 'size of the pictures in pixels', parseSize, [480, 320] as const)
    .addOption(
      new Option('--world <name>', 'blocks, aerial, or both in turn')
        .choices([...MADE_WORLDS])
        .default('blocks'),
    )
    .addOption(
      new Option('--profile <name>', 'mix of changes in the Blocks world')
        .choices([...PROFILES])
        .default('blocks'),
    )
    .addOption(new Option('--layout <name>', 'files to write').choices([...MADE_LAYOUTS]).default('folder'))
    .option('--workers <processes>', 'worker processes', integer(1, 256), availableParallelism())
    .option('--in-turn', 'go through the change types in turn instead of drawing them', false)
    .option('--truth', 'folder layout: write first-frame masks and correspondence maps too', false)
    .option('--json', 'print one JSON document with the result', false)
    .action(runSynth)
}

async function runSynth(out: string, flags: SynthFlags): Promise<void> {
  const abort = new AbortController()
  const cancel = (): void => abort.abort(new Error('Cancelled: nothing was written.'))
  process.once('SIGINT', cancel)
  process.once('SIGTERM', cancel)
  const { count, seed, size, world, profile, layout, inTurn, truth } = flags
  const order: SetOrder = {
    world,
    profile,
    seed,
    width: size[0],
    height: size[1],
    inTurn,
    count,
    layout,
    truth,
  }
  try {
    const report = await writeSet(order, out, flags.workers, abort.signal, progressLine())
    process.stdout.write(
      flags.json
        ? `${JSON.stringify(report)}\n`
        : `${report.pairs} pairs in ${report.folder}, ${(report.bytes / 1e6).toFixed(1)} MB, ` +
            `${((1000 * report.pairs) / report.elapsedMs).toFixed(1)} pairs/s\n`,
    )
  } catch (error) {
    process.stderr.write(`deltascribe synth: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = error instanceof TargetExistsError ? 2 : 1
  } finally {
    process.off('SIGINT', cancel)
    process.off('SIGTERM', cancel)
  }
}

/** A line on stderr, once a second and at the end. */
function progressLine(): (progress: SetProgress) => void {
  let last = 0
  return ({ done, count, elapsedMs }) => {
    if (elapsedMs - last < 1000 && done < count) return
    last = elapsedMs
    const rate = (1000 * done) / Math.max(1, elapsedMs)
    const left = (count - done) / rate
    process.stderr.write(`${done}/${count} pairs, ${rate.toFixed(1)} pairs/s, ${left.toFixed(0)} s left\n`)
  }
}

function integer(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
    }
    return value
  }
}

function parseSize(text: string): readonly [number, number] {
  const match = /^(\d{1,5})x(\d{1,5})$/.exec(text)
  const width = Number(match?.[1])
  const height = Number(match?.[2])
  if (match === null || width < 32 || height < 32 || width > 4096 || height > 4096) {
    throw new InvalidArgumentError(
      'It must be WIDTHxHEIGHT in pixels, each from 32 to 4096, such as 480x320.',
    )
  }
  return [width, height]
}
