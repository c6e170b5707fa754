import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile, rm, writeFile } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Response } from 'undici'
import { spellBytes } from '../basics/numbers'
import type { Answer, HttpClient } from '../network/client'
import { RefusedRedirect } from '../network/addresses'
import { Silence } from '../process/silence'
import {
  LostConnection,
  reasonOf,
  startOf,
  wrongDigest,
  wrongLength,
  PackError,
  writingFailed,
} from './pack-error'
import type { Expected } from './pack-error'
import { sizeOf } from './installed'
import { message, messageTextOf } from '../messages/message'
import type { MessageText, Message } from '../messages/message'
import { sha256OfFile } from '../process/sha256'

export interface DownloadOptions extends Expected {
  url: string
  /** An interrupted download continues after its bytes. */
  path: string
  /** Null where other digests prove what comes. */
  sha256: string | null
  client: HttpClient
  progress(done: number): void
  /** The host that the bytes come from in the end. */
  onHost?(host: string): void
  signal: AbortSignal
  /** Milliseconds before each further attempt, where the server asks for none. */
  pauses?: readonly number[]
  /** After this time without a byte, the connection counts as lost. */
  idleMilliseconds?: number
}

const DEFAULT_PAUSES = [1000, 3000, 9000]
const DEFAULT_IDLE = 60_000
const IDLE_TURNS = 12

/** @throws PackError; the downloaded bytes are kept, unless they are useless */
export async function download(options: DownloadOptions): Promise<void> {
  const { path, signal, pauses = DEFAULT_PAUSES } = options
  for (let attempt = 0; ; attempt += 1) {
    try {
      await resume(options)
      await rm(tagPath(path), { force: true })
      return
    } catch (error) {
      if (signal.aborted) {
        throw new PackError('cancelled', message('packs.keptForNext'))
      }
      if (!(error instanceof LostConnection)) {
        await forgetUseless(error, path)
        throw error
      }
      if (attempt >= pauses.length) {
        throw new PackError('unreachable', lostMessage(options, (await sizeOf(path)) ?? 0, error.text))
      }
      await pause(error.waitMilliseconds ?? pauses[attempt], null, { signal }).catch(() => undefined)
    }
  }
}

/** Bytes that are not those of the file can never be completed. */
async function forgetUseless(error: unknown, path: string): Promise<void> {
  if (error instanceof PackError && error.code === 'tampered') {
    await Promise.all([rm(path, { force: true }), rm(tagPath(path), { force: true })])
  }
}

function lostMessage({ url, bytes }: DownloadOptions, done: number, reason: MessageText): Message {
  const { host } = new URL(url)
  return done === 0
    ? message('packs.unreachable', { host, reason })
    : message('packs.lost', { host, reason, arrived: spellBytes(done), all: spellBytes(bytes) })
}

/** Holds the entity tag of the server's file while a part of it is there. */
export function tagPath(path: string): string {
  return `${path}.etag`
}

async function resume(options: DownloadOptions): Promise<void> {
  const { url, path, bytes, signal, idleMilliseconds = DEFAULT_IDLE } = options
  const present = (await sizeOf(path)) ?? 0
  if (present === bytes && (options.sha256 === null || (await sha256OfFile(path)) === options.sha256)) {
    return
  }
  const from = present < bytes ? present : 0
  const idle = new AbortController()
  const silence = new Silence({
    milliseconds: idleMilliseconds / IDLE_TURNS,
    turns: IDLE_TURNS,
    onSilent: () => idle.abort(),
  })
  try {
    const answer = await ask(options, from, AbortSignal.any([signal, idle.signal]))
    silence.heard()
    const start = startOf(answer.response, answer.url, from, options)
    options.onHost?.(answer.url.host)
    await keep(answer, start, options, () => silence.heard())
  } catch (error) {
    if (idle.signal.aborted && !signal.aborted) {
      throw new LostConnection(`${new URL(url).host} sent nothing for ${idleMilliseconds / 1000} s`)
    }
    throw error
  } finally {
    silence.end()
  }
}

async function ask(options: DownloadOptions, from: number, signal: AbortSignal): Promise<Answer> {
  const { url, path, client } = options
  const tag = from === 0 ? '' : await readFile(tagPath(path), 'utf8').catch(() => '')
  const headers = {
    // ranges and lengths refer to the bytes as stored
    'accept-encoding': 'identity',
    ...(from > 0 ? { range: `bytes=${from}-` } : {}),
    // another file in its place is sent whole
    ...(tag === '' ? {} : { 'if-range': tag }),
  }
  try {
    const answer = await client.ask({ url, headers, signal })
    if (answer.response.status === 416) {
      await answer.response.body?.cancel()
      await rm(path, { force: true })
      throw new LostConnection('it has no such part')
    }
    return answer
  } catch (error) {
    if (error instanceof RefusedRedirect) {
      throw new PackError('unreachable', messageTextOf(error))
    }
    throw error instanceof LostConnection ? error : new LostConnection(reasonOf(error))
  }
}

/** Writes the body from `start` on, and checks length and digest of the whole. */
async function keep(
  { response, url }: Answer,
  start: number,
  options: DownloadOptions,
  heard: () => void,
): Promise<void> {
  const { path, bytes, sha256, name } = options
  const hash = createHash('sha256')
  if (start > 0) {
    await addFile(hash, path, heard)
  } else {
    await keepTag(response, path)
  }
  const handle = await open(path, start === 0 ? 'w' : 'r+').catch((error: unknown) => {
    throw writingFailed(path, error)
  })
  let at = start
  try {
    for await (const chunk of chunksOf(response)) {
      heard()
      if (at + chunk.length > bytes) {
        throw wrongLength(url, at + chunk.length, options)
      }
      hash.update(chunk)
      await write(handle, chunk, at, path)
      at += chunk.length
      options.progress(at)
    }
    if (at < bytes) {
      throw new LostConnection('it ended early')
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  const found = hash.digest('hex')
  if (sha256 !== null && found !== sha256) {
    throw wrongDigest(name, found, sha256)
  }
}

/** A weak tag does not prove the same bytes (RFC 9110, 13.1.5). */
async function keepTag({ headers }: Response, path: string): Promise<void> {
  const tag = headers.get('etag')
  if (tag !== null && /^"[^"]*"$/.test(tag)) {
    await writeFile(tagPath(path), tag).catch(() => undefined)
  } else {
    await rm(tagPath(path), { force: true })
  }
}

async function addFile(hash: Hash, path: string, heard: () => void): Promise<void> {
  for await (const chunk of createReadStream(path) as AsyncIterable<Uint8Array>) {
    heard()
    hash.update(chunk)
  }
}

async function* chunksOf(response: Response): AsyncGenerator<Uint8Array> {
  if (response.body === null) {
    throw new LostConnection('it sent nothing')
  }
  const reader = response.body.getReader()
  try {
    while (true) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw new LostConnection(reasonOf(error))
      })
      if (done) {
        return
      }
      yield value as Uint8Array
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

async function write(handle: FileHandle, chunk: Uint8Array, at: number, path: string): Promise<void> {
  try {
    await handle.write(chunk, 0, chunk.length, at)
  } catch (error) {
    throw writingFailed(path, error)
  }
}
