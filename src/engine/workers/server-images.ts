import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { failWith, messageOf } from '../../contract/errors'
import { fileOf } from '../../domain/slice-path'
import { sidecarPath } from '../../georeference/sidecars'
import { message } from '../../messages/message'
import { IMAGES_PATH, imagesQuery, pairFilesSchema } from './image-contract'
import type { PairFile } from './image-contract'
import type { HeldImages, WorkerImages } from './pair-folder'
import type { ProposalJob } from '../../queue/proposal-job'
import type { StoredPair } from '../../store/pair-records'

/** Longer than the largest image takes on a slow line. */
const MILLISECONDS = 600_000

interface Server {
  url: URL
  token: string
}

/** Images of a team's server. They lie in a folder of this worker while proposals are made of them. */
export class ServerImages implements WorkerImages {
  private folder: Promise<string> | null = null
  /** By path: dates of one place share images. */
  private readonly held = new Map<string, { ready: Promise<void>; uses: number }>()

  constructor(private readonly server: Server) {}

  async hold(pair: StoredPair, job: ProposalJob, signal: AbortSignal): Promise<HeldImages> {
    const folder = await (this.folder ??= mkdtemp(join(tmpdir(), 'deltascribe-worker-')))
    const within = AbortSignal.any([signal, AbortSignal.timeout(MILLISECONDS)])
    const paths: string[] = []
    const release = async (): Promise<void> => {
      await Promise.all(paths.map((path) => this.letGo(path)))
    }
    try {
      const listed = await ask(this.server, imagesQuery(job.pair, null), within)
      for (const file of pairFilesSchema.parse(await listed.json())) {
        const path = placeIn(folder, fileOf(pair[file.side]), file)
        paths.push(path)
        await this.take(path, async () => ask(this.server, imagesQuery(job.pair, file), within), within)
      }
      return { folder, hasLabels: false, release }
    } catch (error) {
      await release()
      throw failWith('unavailable', message('workers.noImages', { reason: messageOf(error) }))
    }
  }

  async close(): Promise<void> {
    if (this.folder !== null) {
      await rm(await this.folder, { recursive: true, force: true, maxRetries: 5 })
    }
  }

  private async take(path: string, get: () => Promise<Response>, signal: AbortSignal): Promise<void> {
    const known = this.held.get(path)
    if (known !== undefined) {
      known.uses += 1
      return known.ready
    }
    const ready = store(path, get, signal)
    this.held.set(path, { ready, uses: 1 })
    return ready
  }

  private async letGo(path: string): Promise<void> {
    const known = this.held.get(path)
    if (known !== undefined) {
      known.uses -= 1
      if (known.uses === 0) {
        this.held.delete(path)
        await rm(path, { force: true })
      }
    }
  }
}

async function store(path: string, get: () => Promise<Response>, signal: AbortSignal): Promise<void> {
  const { body } = await get()
  await mkdir(dirname(path), { recursive: true })
  await pipeline(bytesOf(body), createWriteStream(path, { mode: 0o600 }), { signal })
}

async function* bytesOf(body: Response['body']): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    yield part.value
  }
}

/** @throws Error where the path of an image leads out of the folder */
function placeIn(folder: string, image: string, { kind }: PairFile): string {
  const path = resolve(folder, kind === 'image' ? image : sidecarPath(image, kind))
  if (!path.startsWith(folder + sep)) {
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
