import { createInterface } from 'node:readline/promises'
import { failWith } from '../contract/errors'
import { DEFAULT_REMOTE_SETTINGS, machineCommandSchema, machineNameSchema } from '../contract/remote'
import { english } from '../messages/en'
import { AgreedMachines } from '../engine/remote/agreed-machines'
import { UserFiles, userFolder } from '../engine/user-folder'
import { remark } from './output'

export interface MachineOptions {
  at?: string
  atCommand?: string
  yes?: boolean
}

/**
 * The machine that the command line names, once the person agreed that images and models go there; this is remembered.
 * @throws ContractError `invalid-input`; `cancelled` where they do not agree
 */
export async function agreedMachine({
  at,
  atCommand = DEFAULT_REMOTE_SETTINGS.command,
  yes = false,
}: MachineOptions): Promise<{ host: string; command: string } | undefined> {
  if (at === undefined) {
    return undefined
  }
  const host = machineNameSchema.safeParse(at)
  if (!host.success) {
    throw failWith('invalid-input', `--at needs the name of a machine: ${host.error.issues[0].message}.`)
  }
  const command = machineCommandSchema.safeParse(atCommand)
  if (!command.success) {
    throw failWith('invalid-input', `--at-command: ${command.error.issues[0].message}.`)
  }
  const machine = { host: host.data, command: command.data }
  const agreed = new AgreedMachines(new UserFiles(userFolder()))
  if (!agreed.has(machine)) {
    if (!yes && !(await askOnTerminal(machine))) {
      throw failWith('cancelled', `Nothing was sent to ${machine.host}.`)
    }
    await agreed.add(machine)
  }
  return machine
}

/** @throws ContractError `invalid-input` where there is no terminal */
async function askOnTerminal({ host, command }: { host: string; command: string }): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw failWith('invalid-input', `Images and models would be sent to ${host}. To allow this, add --yes.`)
  }
  remark(
    `Send images and models to ${host}?\n\nIt starts there: ${command}\n\n${english.questions.sentToMachine}\n`,
  )
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(`Send to ${host}? [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}
