import { fork } from 'node:child_process'
import { join } from 'node:path'

/** For tests: the parent of a process that computes for ever, whose number it prints. */
const child = fork(join(import.meta.dirname, 'busy-child.ts'), {
  serialization: 'advanced',
  execArgv: process.execArgv,
})
child.on('message', (pid: number) => process.stdout.write(`${pid}\n`))
child.send('begin')
