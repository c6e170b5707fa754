import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { failWith, messageOf } from '../../contract/errors'
import { isBelow } from '../../dataset/inside'
import { fileOf } from '../../domain/slice-path'
import { ownSidecarPath, sidecarPaths } from '../../georeference/sidecars'
import { message } from '../../messages/message'
import { IMAGES_PATH, imagesQuery, pairFilesSchema } from './image-contract'
import type { PairFile } from './image-contract'
import type { HeldImages, WantedImages, WorkerImages } from './pair-folder'
import type { StoredPair } from '../../store/pair-records'
import { signalWithin } from '../../process/signal-within'

/** Longer than the largest image takes on a slow line. */
const MILLISECONDS = 600_000

/** A file of the server, and where it goes. */
interface Wanted {
  path: string
  kind: PairFile['kind']
  bytes: number
  get: () => Promise<Response>
}

interface Server {
  url: URL
  token: string
}

/** Images of a team's server. They lie in a folder of this worker while proposals are made of them. */
export class ServerImages implements WorkerImages {
  private folder: Promise<string> | null = null
  /** By path: dates of one place share images. */
  private readonly held = new Map<string, { ready: Promise<void>; uses: number }>()

  /** @param kept where they are kept; null for a folder of their own while they are in use */
  constructor(
    private readonly server: Server,
    private readonly kept: string | null = null,
  ) {}

  keptIn(folder: string): WorkerImages {
    return new ServerImages(this.server, folder)
  }

  async hold(pair: StoredPair, wanted: WantedImages, signal: AbortSignal): Promise<HeldImages> {
    const folder = await (this.folder ??= this.makeFolder())
    const within = signalWithin(signal, MILLISECONDS)
    const paths: string[] = []
    const release = async (): Promise<void> => {
      await Promise.all(paths.map((path) => this.letGo(path)))
    }
    try {
      const listed = await ask(this.server, imagesQuery(wanted.pair, null), within)
      const files = pairFilesSchema.parse(await listed.json())
      await this.removeOthers(folder, pair, files)
      for (const file of files) {
        const path = placeIn(folder, fileOf(pair[file.side]), file)
        paths.push(path)
        const get = (): Promise<Response> => ask(this.server, imagesQuery(wanted.pair, file), within)
        await this.take({ path, kind: file.kind, bytes: file.bytes, get }, within)
      }
      return { folder, hasLabels: false, release }
    } catch (error) {
      await release()
      throw failWith('unavailable', message('workers.noImages', { reason: messageOf(error) }))
    }
  }

  async close(): Promise<void> {
    const folder = this.kept ?? (await this.folder)
    if (folder !== null) {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  }

  private async makeFolder(): Promise<string> {
    if (this.kept === null) {
      return mkdtemp(join(tmpdir(), 'deltascribe-worker-'))
    }
    await mkdir(this.kept, { recursive: true, mode: 0o700 })
    return this.kept
  }

  private async take(wanted: Wanted, signal: AbortSignal): Promise<void> {
    const { path } = wanted
    const known = this.held.get(path)
    if (known !== undefined) {
      known.uses += 1
      return known.ready
    }
    const ready = this.bring(wanted, signal)
    this.held.set(path, { ready, uses: 1 })
    return ready
  }

  /** Files that were beside the images before, and are not any more. */
  private async removeOthers(folder: string, pair: StoredPair, files: readonly PairFile[]): Promise<void> {
    const kept = this.kept === null ? [] : (['before', 'after'] as const)
    for (const side of kept) {
      const image = fileOf(pair[side])
      // also checks that the image is inside
      const own = placeIn(folder, image, { side, kind: 'image' })
      for (const kind of ['world', 'projection'] as const) {
        const isListed = files.some((file) => file.side === side && file.kind === kind)
        // some disks take upper and lower case for one
        const listed = isListed ? ownSidecarPath(own, kind).toLowerCase() : null
        const others = sidecarPaths(own, kind).filter(
          (path) => path.toLowerCase() !== listed && !this.held.has(path),
        )
        await Promise.all(others.map((path) => rm(path, { force: true })))
      }
    }
  }

  /** An image that is kept from before is not brought again. What lies beside it may have changed and kept its size. */
  private async bring({ path, kind, bytes, get }: Wanted, signal: AbortSignal): Promise<void> {
    const isKept =
      kind === 'image' && this.kept !== null && (await stat(path).catch(() => null))?.size === bytes
    await (isKept ? undefined : store(path, get, signal))
  }

  private async letGo(path: string): Promise<void> {
    const known = this.held.get(path)
    if (known !== undefined) {
      known.uses -= 1
      if (known.uses === 0) {
        this.held.delete(path)
        await (this.kept === null ? rm(path, { force: true }) : undefined)
      }
    }
  }
}

async function store(path: string, get: () => Promise<Response>, signal: AbortSignal): Promise<void> {
  const { body } = await get()
  await mkdir(dirname(path), { recursive: true })
  // whole or not there
  const part = `${path}.part`
  await pipeline(bytesOf(body), createWriteStream(part, { mode: 0o600 }), { signal })
  await rename(part, path)
}

async function* bytesOf(body: Response['body']): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    yield part.value
  }
}

/** @throws Error where the path of an image leads out of the folder */
function placeIn(folder: string, image: string, { kind }: PairFile): string {
  const path = resolve(folder, kind === 'image' ? image : ownSidecarPath(image, kind))
  if (!isBelow(folder, path)) {
    throw new Error(`${image} leads out of the folder`)
  }
  return path
}

/** @throws Error with the server's reason */
async function ask({ url, token }: Server, query: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(new URL(`${IMAGES_PATH}?${query}`, url), {
    headers: { Authorization: `Bearer ${token}` },
    redirect: 'error',
    signal,
  })
  if (!response.ok) {
    const text = (await response.text()).slice(0, 300).trim()
    throw new Error(text === '' ? `the server answers ${response.status}` : text)
  }
  return response
}
