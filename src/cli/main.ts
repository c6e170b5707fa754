#!/usr/bin/env node
import { Command } from 'commander'
import { appPaths } from '../engine/app-paths'
import { addBenchSystemsCommand } from './bench-systems'
import { addCaptionCommand } from './caption'
import { addCheckCommand } from './check'
import { addConvertCommand } from './convert'
import { addDoctorCommand } from './doctor'
import { addEvalCommand } from './eval'
import { addExportCommand } from './export'
import { addImportCommand } from './import'
import { exitCodes, remark } from './output'
import { addModelsCommand } from './models'
import { addPairsCommand } from './pairs'
import { addProposeCommand } from './propose'
import { addScoreCommand } from './score'
import { addScoreMasksCommand } from './score-masks'
import { addServeCommand } from './serve'
import { addSynthCommand } from './synth'
import { addTrainCommand } from './train'

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // a reader such as `head` that has enough is no failure
  if (error.code === 'EPIPE') {
    process.exit(exitCodes.fine)
  }
  remark(`deltascribe: The result could not be written: ${error.message}.`)
  process.exit(exitCodes.failed)
})
// a terminal that is gone reads no remarks, and what runs is still to be ended tidily
process.stderr.on('error', () => undefined)

const program = new Command('deltascribe')
  .description('Image pairs: propose what changed, correct it, export training data')
  .version(appPaths().version)
  .showHelpAfterError()
  .configureOutput({ outputError: (text, write) => write(text) })
  .exitOverride((error) => process.exit(error.exitCode === 0 ? exitCodes.fine : exitCodes.unusable))

addPairsCommand(program)
addProposeCommand(program)
addCaptionCommand(program)
addExportCommand(program)
addImportCommand(program)
addConvertCommand(program)
addCheckCommand(program)
addServeCommand(program)
addScoreCommand(program)
addScoreMasksCommand(program)
addSynthCommand(program)
addModelsCommand(program)
addTrainCommand(program)
addBenchSystemsCommand(program)
addEvalCommand(program)
addDoctorCommand(program)

await program.parseAsync()
