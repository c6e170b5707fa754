import { resolve } from 'node:path'
import { Option } from 'commander'
import type { Command } from 'commander'
import { formatNames } from '../dataset/formats/list'
import { imageModeSchema, maskStyleSchema } from '../contract/export-choices'
import { convertApart } from '../dataset/import/apart/apart'
import { commandHost } from '../process/process-host'
import { EXIT_CODES, progressLine, remark, runCommand, print, printJson, describeProblem } from './output'
import { AT_ONCE, stoppable } from './with-engine'
import { englishOf } from '../messages/message'

interface Flags {
  from?: string
  to: string
  out: string
  imageFolder?: string
  images: string
  masks: string
  licence?: string
  json?: boolean
}

/** `deltascribe convert SRC --to G --out DIR`: one format to another. */
export function addConvertCommand(program: Command): void {
  program
    .command('convert')
    .description('Write a data set in another format, and say what is lost')
    .argument('<src>', 'folder of a data set, or one of its lists')
    .addOption(new Option('--from <name>', 'its format; found out where not given').choices(formatNames))
    .addOption(new Option('--to <name>', 'format to write').choices(formatNames).makeOptionMandatory())
    .requiredOption('--out <folder>', 'a new or empty folder')
    .option('--image-folder <folder>', 'where the images lie, if not in the data set')
    .addOption(imagesOption())
    .addOption(masksOption())
    .option('--licence <text>', 'for the data card')
    .option('--json', 'print one JSON document')
    .action((src: string, flags: Flags) => runCommand(() => run(src, flags)))
}

export function imagesOption(): Option {
  return new Option('--images <how>', 'copy images, or make hard links, or symbolic links (reference)')
    .choices(imageModeSchema.options)
    .default('copy')
}

export function masksOption(): Option {
  return new Option('--masks <form>', 'masks in COCO files').choices(maskStyleSchema.options).default('rle')
}

async function run(src: string, flags: Flags): Promise<number> {
  const options = {
    source: resolve(src),
    from: flags.from ?? null,
    imageFolder: flags.imageFolder === undefined ? null : resolve(flags.imageFolder),
    format: flags.to,
    out: resolve(flags.out),
    images: imageModeSchema.parse(flags.images),
    masks: maskStyleSchema.parse(flags.masks),
    licence: flags.licence,
  }
  const apart = { host: commandHost, progress: progressLine() }
  const result = await stoppable((signal) => convertApart(options, { ...apart, signal }), AT_ONCE)
  const { export: report, problems, from } = result
  if (flags.json === true) {
    printJson(result)
  } else {
    const counts = `${report.pairCount} pairs, ${report.regionCount} regions, ${report.captionCount} captions`
    print(`${from} to ${report.format}: ${counts} in ${report.out}`)
    report.unsupportedFields.forEach((loss) => print(`lost: ${englishOf(loss)}`))
    report.notices.forEach((notice) => remark(notice))
    problems.forEach((problem) => remark(describeProblem(problem)))
    report.leftOut.forEach(({ key, reason }) => remark(`left out: ${key}: ${englishOf(reason)}`))
  }
  const isWhole = report.leftOut.length === 0 && problems.every(({ level }) => level === 'warning')
  return isWhole ? EXIT_CODES.fine : EXIT_CODES.failed
}
