import { execFile, spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command, CommanderError } from 'commander'
import { afterEach, beforeEach, vi } from 'vitest'
import { ownProgram } from '../process/own-programs'
import { EXIT_CODES } from './output'
import { sha256OfFile } from '../process/sha256'

const { path, execArgv } = ownProgram('deltascribe')
/** Arguments of Node that run `deltascribe` in a process of its own, before the words of the command. */
export const programArgs: readonly string[] = [...execArgv, path]

/** Runs a line of bash in which `SYNTH` stands for `deltascribe synth`. */
export function runSynth(line: string): Promise<{ code: number; stderr: string; stdout: string }> {
  const program = [process.execPath, ...programArgs].map((word) => `"${word}"`).join(' ')
  const command = line.replace('SYNTH', `${program} synth`)
  return new Promise((resolve) => {
    execFile('bash', ['-c', command], (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stderr, stdout }),
    )
  })
}

/** The exit code of `deltascribe synth` to `out`, a long job, whose processes all get the signal at its first word. */
export function stopSynth(out: string, signal: 'SIGINT' | 'SIGHUP'): Promise<number | null> {
  const args = [...programArgs, 'synth', out, '-n', '5000', '--size', '64x64']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  return new Promise((resolve) => {
    child.stderr.once('data', () => process.kill(-(child.pid ?? 0), signal))
    child.on('exit', resolve)
  })
}

export interface Ran {
  code: number | undefined
  out: string
  err: string
}

/** Runs a command in this process, which is quicker than one of its own, and returns what it printed. */
export async function runHere(add: (program: Command) => void, ...args: string[]): Promise<Ran> {
  const ran: Ran = { code: undefined, out: '', err: '' }
  const outSpy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    ran.out += String(text)
    return true
  })
  const errSpy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    ran.err += String(text)
    return true
  })
  try {
    const program = new Command('deltascribe').exitOverride()
    add(program)
    await program.parseAsync(args, { from: 'user' })
    ran.code = Number(process.exitCode)
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      throw error
    }
    ran.code = error.exitCode === 0 ? EXIT_CODES.fine : EXIT_CODES.unusable
  } finally {
    process.exitCode = undefined
    outSpy.mockRestore()
    errSpy.mockRestore()
  }
  return ran
}

/**
 * Creates a folder for each test of a file, which also holds the user's data folder and is removed afterwards.
 * Returns a function that joins paths in it.
 */
export function ownFolder(): (...names: string[]) => string {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'deltascribe-cli-'))
    vi.stubEnv('DELTASCRIBE_HOME', join(folder, 'home'))
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true, maxRetries: 20 })
  })
  return (...names) => join(folder, ...names)
}

/** SHA-256 of each image of a folder of pairs in A and B. */
export function imageDigestsIn(folder: string): Promise<string[]> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const images = names.filter((name) => /^[AB].*\.png$/.test(name))
  return Promise.all(images.map((name) => sha256OfFile(join(folder, name))))
}
