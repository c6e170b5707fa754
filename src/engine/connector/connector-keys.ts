import pLimit from 'p-limit'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { ConnectorKey } from '../../contract/connector'
import { writeAtomically } from '../../dataset/atomic'
import type { SecretBox } from '../../process/secret-box'

const fileSchema = z.object({ origin: z.string(), sealed: z.string() })

interface Held {
  origin: string
  key: string
  isPersisted: boolean
}

/**
 * The API key of the caption connector, in memory, and sealed by the system in the user's data folder; where the
 * system seals nothing, for this run alone. It belongs to one origin and is given for no other.
 */
export class ConnectorKeys {
  private readonly path: string
  private readonly box: SecretBox
  private held: Promise<Held | null>
  /** Settles when no key is being set. */
  private readonly inTurn = pLimit(1)

  constructor(folder: string, box: SecretBox, given: Omit<Held, 'isPersisted'> | null) {
    this.path = join(folder, 'connector-key.json')
    this.box = box
    this.held = given === null ? this.read() : Promise.resolve({ ...given, isPersisted: false })
  }

  /** Null where there is none for this origin. */
  async of(origin: string): Promise<string | null> {
    const held = await this.held
    return held?.origin === origin ? held.key : null
  }

  async status(): Promise<ConnectorKey> {
    const held = await this.held
    return { origin: held?.origin ?? null, isPersisted: held?.isPersisted ?? false }
  }

  /** Null forgets it, on the disk too. Of two at once the later one stays. */
  set(origin: string, key: string | null): Promise<ConnectorKey> {
    return this.inTurn(() => this.setNow(origin, key))
  }

  private async setNow(origin: string, key: string | null): Promise<ConnectorKey> {
    const held = key === null ? null : await this.persist(origin, key)
    if (held?.isPersisted !== true) {
      await rm(this.path, { force: true })
    }
    this.held = Promise.resolve(held)
    return this.status()
  }

  private async persist(origin: string, key: string): Promise<Held> {
    const sealed = await this.box.seal(key)
    if (sealed === null) {
      return { origin, key, isPersisted: false }
    }
    await writeAtomically(this.path, `${JSON.stringify({ origin, sealed })}\n`)
    return { origin, key, isPersisted: true }
  }

  /** A file that is damaged, or sealed by another user, counts as none. */
  private async read(): Promise<Held | null> {
    try {
      const { origin, sealed } = fileSchema.parse(JSON.parse(await readFile(this.path, 'utf8')))
      const key = await this.box.unseal(sealed)
      return key === null ? null : { origin, key, isPersisted: true }
    } catch {
      return null
    }
  }
}
