import { existsSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { z } from 'zod'
import { message } from '../messages/message'
import { BucketError } from './bucket-error'
import { connectionSchema } from './connection'
import { fetchObject, headOf } from './fetch-object'
import type { ObjectFacts } from './fetch-object'
import { listObjects } from './listing'
import type { BucketObject } from './listing'
import { makeRoom, noteFetched, noteUse } from './make-room'
import { isRanged } from './object-file'
import { LONGEST_SIDECAR, sidecarEndings } from './sidecars'
import { objectPath, objectsFolder, trustCache, writeTicket } from './ticket'
import type { Ticket } from './ticket'

/** A folder of this machine whose images lie in a bucket. Plain data: it is handed to other processes. */
export const bucketPlaceSchema = z.object({
  /** Absolute: the project's own folder. */
  folder: z.string(),
  bucket: z.string(),
  prefix: z.string(),
  connection: connectionSchema,
  /** Of the copies. */
  cacheFolder: z.string(),
  cacheBytes: z.number(),
})
export type BucketPlace = z.infer<typeof bucketPlaceSchema>

/** For so long what the server said of an object is believed. */
const BELIEVED_MILLISECONDS = 3000

/** A list that was read to look at a bucket counts for so long as the one for its opening. */
const KEPT_MILLISECONDS = 60_000

/** The images of a project that lie in a bucket. Paths are those below the prefix. */
export class BucketFolder {
  private objects = new Map<string, BucketObject>()
  private listing: Promise<unknown> | null = null
  private canceller = new AbortController()
  private keptAt = -Infinity
  /** Told how many objects a list has so far. */
  onListed: (count: number) => void = () => {}
  private readonly believed = new Map<string, { at: number; local: string }>()
  private readonly asking = new Map<string, Promise<string>>()

  constructor(readonly place: BucketPlace) {
    trustCache(place.cacheFolder)
  }

  /** Asks the bucket for all there is. @throws BucketError; ContractError `cancelled` */
  list(): Promise<readonly string[]> {
    if (performance.now() - this.keptAt < KEPT_MILLISECONDS) {
      this.keptAt = -Infinity
      return Promise.resolve([...this.objects.keys()])
    }
    this.canceller = new AbortController()
    const listing = this.listNow(this.canceller.signal)
    this.listing = listing
    return listing
  }

  cancelList(): void {
    this.canceller.abort()
  }

  /** The list that was just read answers for the next one too. */
  keepList(): void {
    this.keptAt = performance.now()
  }

  private async listNow(signal: AbortSignal): Promise<readonly string[]> {
    const { connection, prefix } = this.place
    const found = await listObjects(connection, this.place, {
      onPage: (count) => this.onListed(count),
      signal,
    })
    // a key of the prefix itself is the mark of a folder
    const files = found.filter(({ key }) => key.startsWith(prefix) && key !== prefix && !key.endsWith('/'))
    this.objects = new Map(files.map((object) => [object.key.slice(prefix.length), object]))
    this.believed.clear()
    // what earlier runs have left; nobody waits for it
    void makeRoom(this.place.cacheFolder, this.place.cacheBytes)
    return [...this.objects.keys()]
  }

  /** By the last list. */
  has(path: string): boolean {
    return this.objects.has(path)
  }

  /** Where its bytes would lie, by the last list: for who only counts. Null where it is not listed. */
  expected(path: string): string | null {
    const object = this.objects.get(path)
    return object === undefined ? null : this.localOf(object)
  }

  /**
   * Where the bytes of an object lie on this disk, as it is now. A large TIFF is not there yet: it is read in parts.
   * Where the server cannot be reached, a copy that is there is taken.
   * @throws BucketError
   */
  fetch(path: string): Promise<string> {
    const known = this.believed.get(path)
    if (
      known !== undefined &&
      Date.now() - known.at < BELIEVED_MILLISECONDS &&
      this.isUsable(path, known.local)
    ) {
      return Promise.resolve(known.local)
    }
    const asked = this.asking.get(path)
    if (asked !== undefined) {
      return asked
    }
    const asking = this.fetchNow(path).finally(() => this.asking.delete(path))
    this.asking.set(path, asking)
    return asking
  }

  /** Path below the prefix of a copy that was handed out; null for any other file. */
  pathOf(local: string): string | null {
    for (const [path, { local: known }] of this.believed) {
      if (known === local) {
        return path
      }
    }
    return null
  }

  private async fetchNow(path: string): Promise<string> {
    // world files are found by the list
    await (this.listing ?? this.list()).catch(() => undefined)
    const known = this.objects.get(path)
    const isHere = known !== undefined && this.isUsable(path, this.localOf(known))
    const local =
      isHere || (known !== undefined && isRanged(known))
        ? await this.checked(path, isHere)
        : await this.fetched(path)
    await noteUse(local)
    await this.fetchSidecars(path, local)
    this.believed.set(path, { at: Date.now(), local })
    return local
  }

  /** The copy that is there, if the object is still that one; else its successor. */
  private async checked(path: string, isHere: boolean): Promise<string> {
    try {
      const facts = await headOf(this.wanted(path))
      const local = await this.noted(path, facts)
      return this.isUsable(path, local) || isRanged(this.objectAt(path)) ? local : await this.fetched(path)
    } catch (error) {
      if (isHere && error instanceof BucketError && error.code === 'away') {
        return this.localOf(this.objectAt(path))
      }
      if (error instanceof BucketError && error.code === 'missing') {
        // an answer without a body does not say whether the object is gone, or its bucket
        return this.fetched(path)
      }
      throw error
    }
  }

  private async fetched(path: string): Promise<string> {
    const aside = join(objectsFolder(this.place.cacheFolder), '00', '0'.repeat(40))
    const facts = await fetchObject({ ...this.wanted(path), etag: null }, aside, (found) =>
      this.localOf({ key: this.keyOf(path), etag: found.etag }),
    )
    const local = await this.noted(path, facts)
    await noteFetched(this.place.cacheFolder, facts.size, this.place.cacheBytes)
    return local
  }

  /** Remembers what an object is now, here and beside its copy. */
  private async noted(path: string, facts: ObjectFacts): Promise<string> {
    const { bucket, connection, cacheBytes: mostBytes } = this.place
    const object = { key: this.keyOf(path), ...facts }
    this.objects.set(path, object)
    const local = this.localOf(object)
    await writeTicket(local, { connection, bucket, name: path, mostBytes, ...object })
    return local
  }

  /**
   * A world file and a projection beside an image, under the names that are looked for beside its copy. Without one
   * that cannot be had the image has no position.
   */
  private async fetchSidecars(path: string, local: string): Promise<void> {
    const stem = path.slice(0, path.length - extname(path).length)
    const localStem = local.slice(0, local.length - extname(local).length)
    for (const ending of sidecarEndings(path)) {
      const beside = this.objects.get(`${stem}.${ending}`)
      const target = `${localStem}.${ending}`
      if (beside === undefined || beside.size > LONGEST_SIDECAR || target === local) {
        continue
      }
      const there = statSync(target, { throwIfNoEntry: false })
      if (there?.size !== beside.size || Math.abs(there.mtimeMs - beside.modified) >= 1000) {
        await this.fetchSidecar(`${stem}.${ending}`, target)
      }
    }
  }

  private async fetchSidecar(path: string, target: string): Promise<void> {
    try {
      await fetchObject({ ...this.wanted(path), etag: null }, dirname(target), () => target)
    } catch (error) {
      if (!(error instanceof BucketError) || !['missing', 'refused', 'damaged'].includes(error.code)) {
        throw error
      }
      if (error.code === 'missing') {
        this.objects.delete(path)
        await rm(target, { force: true })
      }
    }
  }

  private wanted(path: string): Pick<Ticket, 'connection' | 'bucket' | 'key' | 'name'> {
    const { connection, bucket } = this.place
    return { connection, bucket, key: this.keyOf(path), name: path }
  }

  private keyOf(path: string): string {
    return `${this.place.prefix}${path}`
  }

  private objectAt(path: string): BucketObject {
    const object = this.objects.get(path)
    if (object === undefined) {
      throw new BucketError('missing', message('problems.missing', { name: path }))
    }
    return object
  }

  private localOf(object: Pick<BucketObject, 'key' | 'etag'>): string {
    const { cacheFolder, connection, bucket } = this.place
    return objectPath(cacheFolder, { connection, bucket, ...object })
  }

  /** Whole, or read in parts. */
  private isUsable(path: string, local: string): boolean {
    const object = this.objects.get(path)
    if (object !== undefined && isRanged(object)) {
      return existsSync(dirname(local))
    }
    return statSync(local, { throwIfNoEntry: false })?.size === object?.size
  }
}
