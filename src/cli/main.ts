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
import { exitCodes } from './output'
import { addModelsCommand } from './models'
import { addPairsCommand } from './pairs'
import { addProposeCommand } from './propose'
import { addScoreCommand } from './score'
import { addScoreMasksCommand } from './score-masks'
import { addServeCommand } from './serve'
import { addSynthCommand } from './synth'
import { addTrainCommand } from './train'

// a reader such as `head` that has enough is no failure
process.stdout.on('error', () => process.exit(exitCodes.fine))

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
