import type { Command } from 'commander'
import { inspectFolder } from '../engine/open-project'
import { exitCodes, runCommand, say, sayJson } from './output'

/** `deltascribe pairs DIR`: what a folder is read as, without opening or writing anything. */
export function addPairsCommand(program: Command): void {
  program
    .command('pairs')
    .description('List the image pairs found in a folder, and the files left out')
    .argument('<dir>', 'folder of image pairs')
    .option('--reading <id>', 'another reading of the folder than the best')
    .option('--json', 'print one JSON document')
    .action((dir: string, options: { reading?: string; json?: boolean }) =>
      runCommand(async () => {
        const readings = await inspectFolder(dir)
        const reading = readings.find(({ id }) => id === options.reading) ?? readings.at(0)
        if (options.json === true) {
          sayJson({
            readings: readings.map(({ id, title, pairs }) => ({ id, title, pairs: pairs.length })),
            ...reading,
          })
        } else if (reading !== undefined) {
          say(`${reading.title}: ${reading.pairs.length} pairs`)
          reading.pairs.forEach(({ key, before, after }) => say(`${key}\t${before}\t${after}`))
          reading.leftOut.forEach(({ path, reason }) => say(`left out: ${path}: ${reason}`))
        } else {
          say(`No image pairs were found in ${dir}.`)
        }
        return reading === undefined ? exitCodes.failed : exitCodes.fine
      }),
    )
}
