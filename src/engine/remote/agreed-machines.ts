import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { machineCommandSchema, machineNameSchema } from '../../contract/remote'
import type { Machine } from '../../remote/remote-host'
import type { UserFiles } from '../user-folder'

const FILE = 'machines.json'
const agreedSchema = z.array(z.object({ host: machineNameSchema, command: machineCommandSchema }))

/** The machines that a person agreed to send images and models to. No page can write this file. */
export class AgreedMachines {
  private agreed: readonly Machine[]

  /** A file that is missing or damaged counts as empty: the person is asked again. */
  constructor(private readonly user: Pick<UserFiles, 'folder' | 'write'>) {
    this.agreed = readAgreed(join(user.folder, FILE))
  }

  has({ host, command }: Machine): boolean {
    return this.agreed.some((machine) => machine.host === host && machine.command === command)
  }

  /** @throws the system's error where it cannot be stored */
  async add(machine: Machine): Promise<void> {
    if (!this.has(machine)) {
      this.agreed = [...this.agreed, machine]
      await this.user.write(FILE, () => this.agreed)
    }
  }
}

function readAgreed(path: string): readonly Machine[] {
  try {
    return agreedSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return []
  }
}
