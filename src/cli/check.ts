import { resolve } from 'node:path'
import { Option } from 'commander'
import type { Command } from 'commander'
import { formatNames } from '../dataset/formats/list'
import { checkApart } from '../dataset/import/apart/apart'
import { commandHost } from '../process/process-host'
import { EXIT_CODES, runCommand, print, printJson, describeProblem } from './output'
import { AT_ONCE, stoppable } from './with-engine'

interface Flags {
  format?: string
  imageFolder?: string
  json?: boolean
}

/** `deltascribe check DIR`: every problem of a data set, with file and line. */
export function addCheckCommand(program: Command): void {
  program
    .command('check')
    .description('Say whether a data set is whole and consistent, with file and line of every problem')
    .argument('<dir>', 'folder of a data set, or one of its lists')
    .addOption(new Option('--format <name>', 'data format; found out where not given').choices(formatNames))
    .option('--image-folder <folder>', 'where the images lie, if not in the data set')
    .option('--json', 'print one JSON document')
    .action((dir: string, flags: Flags) => runCommand(() => run(dir, flags)))
}

async function run(dir: string, flags: Flags): Promise<number> {
  const format = flags.format ?? null
  const imageFolder = flags.imageFolder === undefined ? null : resolve(flags.imageFolder)
  const options = { path: resolve(dir), format, imageFolder }
  const apart = { host: commandHost, progress: (): void => {} }
  const report = await stoppable((signal) => checkApart(options, { ...apart, signal }), AT_ONCE)
  const errors = report.problems.filter(({ level }) => level === 'error').length
  if (flags.json === true) {
    printJson(report)
  } else {
    report.problems.forEach((problem) => print(describeProblem(problem)))
    const { pairCount, regionCount, captionCount, problems } = report
    const what = `${report.format}: ${pairCount} pairs, ${regionCount} regions, ${captionCount} captions`
    print(`${what}; ${errors} errors, ${problems.length - errors} warnings`)
  }
  return errors === 0 ? EXIT_CODES.fine : EXIT_CODES.failed
}
