import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ownProgram } from '../process/own-programs'

export interface StandIn {
  /** A program to be started in the place of `ssh`. */
  program: string
  /** Folder of the other machine's files. */
  cache: string
  /** Numbers of the workers that were started so far. */
  workers(): Promise<number[]>
}

/** Another machine in a folder of this one: a worker with its own home, in an empty folder. POSIX only. */
export async function standInMachine(folder: string, { banner = '' } = {}): Promise<StandIn> {
  const [home, empty, list] = [join(folder, 'far-home'), join(folder, 'empty'), join(folder, 'workers')]
  await mkdir(home, { recursive: true })
  await mkdir(empty, { recursive: true })
  await writeFile(list, '')
  const { path, execArgv } = ownProgram('deltascribe')
  const words = [process.execPath, ...execArgv, path, 'worker'].map((word) => `'${word}'`).join(' ')
  const program = join(folder, 'ssh-stand-in')
  const lines = [
    '#!/bin/sh',
    `echo $$ >> '${list}'`,
    `cd '${empty}'`,
    `printf '%s' '${banner}'`,
    `HOME='${home}' exec env -u DELTASCRIBE_HOME -u XDG_CACHE_HOME -u XDG_CONFIG_HOME ${words}`,
  ]
  await writeFile(program, `${lines.join('\n')}\n`)
  await chmod(program, 0o755)
  return {
    program,
    cache: join(home, '.cache', 'deltascribe', 'worker'),
    workers: async () => (await readFile(list, 'utf8')).split('\n').filter(Boolean).map(Number),
  }
}
