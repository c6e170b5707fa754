import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { toFailure } from '../../contract/errors'
import { resolveInside } from '../../dataset/inside'
import { requireWholeObject } from '../../buckets/object-file'
import { fileOf } from '../../domain/slice-path'
import { sidecarsOf } from '../../georeference/sidecars'
import { WorkerTokens } from '../../queue/worker-tokens'
import type { StoreAddress } from '../../store/store-address'
import { plain } from '../../team/gate'
import type { TeamDatabase } from '../../team/team-database'
import { IMAGES_PATH, pairFileSchema } from './image-contract'
import type { PairFile, PairFiles } from './image-contract'

const SCHEME = 'Bearer '

type Found = PairFile & { path: string }

/** Gives workers the images of a project's pairs, to whoever has a token, and nothing else. */
export class ImageServer {
  private readonly tokens: WorkerTokens

  constructor(
    private readonly database: TeamDatabase,
    place: StoreAddress,
    private readonly folder: string,
  ) {
    this.tokens = new WorkerTokens(database, place)
  }

  /** Answers what is about these images, and returns true; false for all else. */
  async answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<boolean> {
    if (url.pathname !== IMAGES_PATH) {
      return false
    }
    try {
      await this.give(request, response, url.searchParams)
    } catch (error) {
      if (response.headersSent) {
        throw error
      }
      const { code, message } = toFailure(error)
      plain(response, code === 'unavailable' ? 503 : 404, message)
    }
    return true
  }

  private async give(
    { method, headers }: IncomingMessage,
    response: ServerResponse,
    query: URLSearchParams,
  ): Promise<void> {
    const { authorization = '', origin } = headers
    // a page has no business here
    const isProgram = origin === undefined && authorization.startsWith(SCHEME)
    if (!isProgram || !(await this.tokens.isGood(authorization.slice(SCHEME.length)))) {
      return plain(response, 401, 'The token is not one of this project: deltascribe workers token add NAME.')
    }
    if (method !== 'GET') {
      return plain(response, 405, 'Only GET is answered here.')
    }
    const files = await this.filesOf(query.get('pair') ?? '')
    if (!query.has('side')) {
      const listed: PairFiles = []
      for (const { side, kind, path } of files) {
        listed.push({ side, kind, bytes: (await stat(path)).size })
      }
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify(listed))
      return
    }
    const wanted = pairFileSchema.safeParse(Object.fromEntries(query)).data
    const file = files.find(({ side, kind }) => side === wanted?.side && kind === wanted.kind)
    if (file === undefined) {
      return plain(response, 404, 'The pair has no such file.')
    }
    response.setHeader('Content-Type', 'application/octet-stream')
    await pipeline(createReadStream(file.path), response)
  }

  /** Absolute. Empty where the project has no such pair. @throws PathError; ContractError `unavailable` */
  private async filesOf(key: string): Promise<Found[]> {
    const [pair] = await this.database.all(
      'SELECT before, after FROM pairs WHERE key = ? AND position IS NOT NULL',
      key,
    )
    const found: Found[] = []
    for (const side of pair === undefined ? [] : (['before', 'after'] as const)) {
      const path = fileOf(await resolveInside(this.folder, String(pair[side])))
      await requireWholeObject(path)
      found.push({ side, kind: 'image', path })
      const beside = await sidecarsOf(path)
      found.push(...beside.map(({ kind, path }) => ({ side, kind, path })))
    }
    return found
  }
}
