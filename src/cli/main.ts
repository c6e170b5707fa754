#!/usr/bin/env node
import { Command } from 'commander'
import { appPaths } from '../engine/user-folder'
import { commands } from './commands'
import { NO_TELEMETRY } from '../process/process-host'
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

// commands that train open models in this process
Object.assign(process.env, NO_TELEMETRY)

const program = new Command('deltascribe')
  .description('Image pairs: propose what changed, correct it, export training data')
  .version(appPaths().version)
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'deltascribe: ')) })
  .exitOverride((error) => process.exit(error.exitCode === 0 ? EXIT_CODES.fine : EXIT_CODES.unusable))

// without Node's program and file; commander would guess by whether Electron runs this
const words = process.argv.slice(2)
const named = commands.get(words[0])
for (const load of named === undefined ? commands.values() : [named]) {
  const add = await load()
  add(program)
}
nameHelpAfterErrors(program, program.name())
await program.parseAsync(words, { from: 'user' })

/** One line after what is wrong: the whole help of a command would push that off the screen. */
function nameHelpAfterErrors(command: Command, path: string): void {
  command.showHelpAfterError(`Usage: ${path} ${command.usage()}. All options: ${path} --help`)
  command.commands.forEach((child) => nameHelpAfterErrors(child, `${path} ${child.name()}`))
}
