import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { Option, InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { failWith } from '../contract/errors'
import { MAX_BETWEEN } from '../dataset/synthetic/training-record'
import { SET_LAYOUTS } from '../dataset/synthetic/layouts/layout'
import type { SetLayout } from '../dataset/synthetic/layouts/layout'
import { TargetExistsError, writeSet } from '../dataset/synthetic/write-set'
import type { SetProgress } from '../dataset/synthetic/write-set'
import { WORLD_CHOICES, PROFILES } from '../synth/make'
import type { WorldChoice, Profile } from '../synth/make'
import { EXIT_CODES, remark, runCommand, print, printJson } from './output'
import { stoppable } from './with-engine'

interface SynthFlags {
  readonly count: number
  readonly seed: number
  readonly size: readonly [number, number]
  readonly world: WorldChoice
  readonly profile: Profile
  readonly layout: SetLayout
  readonly workers: number
  readonly inTurn: boolean
  readonly truth: boolean
  readonly between: number
  readonly json: boolean
}

/** `deltascribe synth OUT`: writes a set of synthetic pairs. */
export function addSynthCommand(program: Command): void {
  program
    .command('synth')
    .description('Make image pairs with exact masks and captions')
    .argument('<out>', 'folder to write, which must not be there yet or be empty')
    .option('-n, --count <pairs>', 'how many pairs', integer(1, 10_000_000), 100)
    .option('--seed <number>', 'the same seed gives the same bytes', integer(0, 2 ** 31 - 1), 1)
    .addOption(
      new Option('--size <WxH>', 'size of the pictures in pixels')
        .argParser(parseSize)
        .default([480, 320], '480x320'),
    )
    .addOption(choice('--world <name>', 'blocks, aerial, or both in turn', WORLD_CHOICES))
    .addOption(choice('--profile <name>', 'mix of changes in the Blocks world', PROFILES))
    .addOption(choice('--layout <name>', 'files to write', SET_LAYOUTS))
    .option('--workers <processes>', 'worker processes', integer(1, 256), availableParallelism())
    .option('--in-turn', 'go through the change types in turn instead of drawing them', false)
    .option('--truth', 'folder layout: write first-frame masks and correspondence maps too', false)
    .option(
      '--between <frames>',
      'training layout: render so many pictures between the frames of each pair, for ProCap',
      integer(0, MAX_BETWEEN),
      0,
    )
    .option('--json', 'print one JSON document', false)
    .action((out: string, flags: SynthFlags) => runCommand(() => runSynth(out, flags)))
}

function choice(flags: string, description: string, names: readonly string[]): Option {
  return new Option(flags, description).choices([...names]).default(names[0])
}

async function runSynth(out: string, flags: SynthFlags): Promise<number> {
  const problem = flagConflict(flags)
  if (problem !== null) {
    throw failWith('invalid-input', problem)
  }
  if (flags.layout === 'levir-mci' && resolve(out).includes('A')) {
    remark(
      "The path has a capital A, and LEVIR-MCI's own reader replaces every A in a path: move the set before use.",
    )
  }
  return stoppable((signal) => writeSetOf(out, flags, signal))
}

async function writeSetOf(out: string, flags: SynthFlags, signal: AbortSignal): Promise<number> {
  const { size, workers, json, ...rest } = flags
  try {
    const order = { ...rest, width: size[0], height: size[1] }
    const report = await writeSet(order, out, workers, signal, setProgress())
    const rate = (1000 * report.pairs) / report.elapsedMs
    const megabytes = (report.bytes / 1e6).toFixed(1)
    if (json) {
      printJson(report)
    } else {
      print(`${report.pairs} pairs in ${report.folder}, ${megabytes} MB, ${rate.toFixed(1)} pairs/s`)
    }
    return EXIT_CODES.fine
  } catch (error) {
    if (error instanceof TargetExistsError) {
      throw failWith('invalid-input', error.message)
    }
    if (!signal.aborted) {
      throw error
    }
    remark('Cancelled: nothing was written.')
    return EXIT_CODES.stopped
  }
}

/** The message for flags that conflict, or null. */
function flagConflict({ world, layout, truth, between }: SynthFlags): string | null {
  if (layout === 'clevr-change' && world !== 'blocks') {
    return 'The clevr-change layout holds triplets, which only the Blocks world has: leave out --world.'
  }
  if (truth && layout !== 'folder') {
    return `The ${layout} layout has no place for more truth: leave out --truth or use --layout folder.`
  }
  if (between > 0 && layout !== 'training') {
    return `The ${layout} layout has no place for pictures between: leave out --between or use --layout training.`
  }
  return null
}

/** A line on stderr, once a second and at the end. */
export function setProgress(): (progress: SetProgress) => void {
  let last = 0
  return ({ done, count, elapsedMs }) => {
    if (elapsedMs - last < 1000 && done < count) {
      return
    }
    last = elapsedMs
    const rate = (1000 * done) / Math.max(1, elapsedMs)
    const left = (count - done) / rate
    remark(`${done}/${count} pairs, ${rate.toFixed(1)} pairs/s, ${left.toFixed(0)} s left`)
  }
}

/** A whole number within limits, as a commander option. */
export function integer(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
    }
    return value
  }
}

/** "480x320", as a commander option. */
export function parseSize(text: string): readonly [number, number] {
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
