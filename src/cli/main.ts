#!/usr/bin/env node
import { Command } from 'commander'
import { appPaths } from '../engine/user-folder'
import { EXIT_CODES, remark } from './output'

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // a reader such as `head` that has enough is no failure
  if (error.code === 'EPIPE') {
    process.exit(EXIT_CODES.fine)
  }
  remark(`deltascribe: The result could not be written: ${error.message}.`)
  process.exit(EXIT_CODES.failed)
})
// a terminal that is gone reads no remarks, and what runs is still to be ended tidily
process.stderr.on('error', () => undefined)

/** In the order of the help. A command reads its own files alone, as all of them together take most of a second. */
const commands = new Map<string, () => Promise<(program: Command) => void>>(
  Object.entries({
    pairs: async () => (await import('./pairs')).addPairsCommand,
    propose: async () => (await import('./propose')).addProposeCommand,
    caption: async () => (await import('./caption')).addCaptionCommand,
    export: async () => (await import('./export')).addExportCommand,
    import: async () => (await import('./import')).addImportCommand,
    convert: async () => (await import('./convert')).addConvertCommand,
    check: async () => (await import('./check')).addCheckCommand,
    serve: async () => (await import('./serve')).addServeCommand,
    score: async () => (await import('./score')).addScoreCommand,
    'score-masks': async () => (await import('./score-masks')).addScoreMasksCommand,
    synth: async () => (await import('./synth')).addSynthCommand,
    compose: async () => (await import('./compose')).addComposeCommand,
    models: async () => (await import('./models')).addModelsCommand,
    train: async () => (await import('./train')).addTrainCommand,
    'bench-systems': async () => (await import('./bench-systems')).addBenchSystemsCommand,
    eval: async () => (await import('./eval')).addEvalCommand,
    doctor: async () => (await import('./doctor')).addDoctorCommand,
  }),
)

const program = new Command('deltascribe')
  .description('Image pairs: propose what changed, correct it, export training data')
  .version(appPaths().version)
  .showHelpAfterError()
  .configureOutput({ outputError: (text, write) => write(text) })
  .exitOverride((error) => process.exit(error.exitCode === 0 ? EXIT_CODES.fine : EXIT_CODES.unusable))

const named = commands.get(process.argv[2])
for (const load of named === undefined ? commands.values() : [named]) {
  const add = await load()
  add(program)
}
await program.parseAsync()
