import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { z } from 'zod'
import { writeAtomically } from '../dataset/atomic'
import { bytesSchema } from './catalogue'
import { PackError, writingFailed } from './pack-error'
import { message } from '../messages/message'
import { sha256Schema } from '../process/sha256'

const consentSchema = z.object({
  pack: z.string(),
  version: z.string(),
  licence: z.string(),
  /** ISO 8601, UTC. */
  time: z.iso.datetime(),
})
export type Consent = z.infer<typeof consentSchema>

/** What a person agreed to fetch, and when: `model-pack-consents.json` in the user's folder. */
export class Consents {
  private readonly file: RecordFile<Consent[]>

  /** A file that is missing or damaged counts as empty: the person is asked again. */
  constructor(userFolder: string) {
    this.file = new RecordFile(join(userFolder, 'model-pack-consents.json'), z.array(consentSchema), [])
  }

  has(pack: string, version: string): boolean {
    const consents = this.file.read() ?? []
    return consents.some((known) => known.pack === pack && known.version === version)
  }

  /** On the disk when it returns. @throws PackError */
  record(consent: Omit<Consent, 'time'>): Promise<void> {
    const added = { ...consent, time: new Date().toISOString() }
    return this.file.change((known) => [...(known ?? []), added])
  }
}

const digestSchema = z.object({ bytes: bytesSchema, sha256: sha256Schema })
export type Digest = z.infer<typeof digestSchema>

/** Digests of hub files that the catalogue does not pin, as of their first install: `model-pack-digests.json`. */
export class HubDigests {
  private readonly file: RecordFile<Record<string, Digest>>

  constructor(userFolder: string) {
    const path = join(userFolder, 'model-pack-digests.json')
    this.file = new RecordFile(path, z.record(z.string(), digestSchema), {})
  }

  /**
   * @param key repository, commit and path
   * @throws PackError where the file is damaged: what it held cannot be checked
   */
  get(key: string): Digest | null {
    const known = this.file.read()
    if (known === null) {
      throw new PackError('tampered', message('packs.recordsDamaged', { path: this.file.path }))
    }
    return known[key] ?? null
  }

  /** One that is known stays. On the disk when it returns. @throws PackError */
  async record(digests: ReadonlyMap<string, Digest>): Promise<void> {
    if (digests.size > 0) {
      await this.file.change((known) => ({ ...Object.fromEntries(digests), ...known }))
    }
  }
}

/** A small JSON file that is read when it is asked for, as other programs may write it, and written whole. */
class RecordFile<T extends object> {
  private readonly inTurn = pLimit(1)

  constructor(
    readonly path: string,
    private readonly schema: z.ZodType<T>,
    private readonly empty: T,
  ) {}

  /** Null where it is damaged. */
  read(): T | null {
    try {
      return existsSync(this.path)
        ? this.schema.parse(JSON.parse(readFileSync(this.path, 'utf8')))
        : this.empty
    } catch {
      return null
    }
  }

  /** @throws PackError */
  change(by: (known: T | null) => T): Promise<void> {
    return this.inTurn(async () => {
      const text = `${JSON.stringify(by(this.read()), null, 2)}\n`
      await writeAtomically(this.path, text).catch((error: unknown) => {
        throw writingFailed(this.path, error)
      })
    })
  }
}
