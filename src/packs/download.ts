import { open, rm, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { spellBytes } from '../domain/numbers'
import { PackError, writingFailed } from './pack-error'

export interface DownloadOptions {
  url: string
  /** File of the downloaded bytes; an interrupted download continues after them. */
  path: string
  /** Length of the whole file. */
  bytes: number
  progress(done: number): void
  signal: AbortSignal
  /** Milliseconds before each further attempt. */
  pauses?: readonly number[]
  /** After this time without a byte, the connection counts as lost. */
  idleMilliseconds?: number
}

const DEFAULT_PAUSES = [1000, 3000, 9000]
const DEFAULT_IDLE = 30_000

/** A connection that broke; another attempt may go on. */
class LostConnection extends Error {}

/** @throws PackError; the downloaded bytes are kept, unless they are useless */
export async function download(options: DownloadOptions): Promise<void> {
  const { url, path, bytes, signal, pauses = DEFAULT_PAUSES } = options
  for (let attempt = 0; ; attempt += 1) {
    try {
      await resume(options)
      return
    } catch (error) {
      if (signal.aborted) {
        throw new PackError('cancelled', 'Cancelled. What has come is kept for the next time.')
      }
      if (!(error instanceof LostConnection)) {
        throw error
      }
      if (attempt >= pauses.length) {
        throw new PackError('unreachable', lostMessage(url, await sizeOf(path), bytes, error.message))
      }
      await pause(pauses[attempt], null, { signal }).catch(() => undefined)
    }
  }
}

function lostMessage(url: string, done: number, bytes: number, reason: string): string {
  const { host } = new URL(url)
  return done === 0
    ? `${host} cannot be reached (${reason}). Check the connection, or give the archive as a file.`
    : `The connection to ${host} was lost after ${spellBytes(done)} of ${spellBytes(bytes)} (${reason}). What has come is kept: add the model pack again to go on from there.`
}

async function resume(options: DownloadOptions): Promise<void> {
  const { url, path, bytes, signal, idleMilliseconds = DEFAULT_IDLE } = options
  const present = await sizeOf(path)
  if (present === bytes) {
    return
  }
  const from = present < bytes ? present : 0
  const idle = new AbortController()
  let timer = setTimeout(() => idle.abort(), idleMilliseconds)
  const response = await fetchFrom(url, from, AbortSignal.any([signal, idle.signal]))
  const start = startOf(response, from, options)
  const handle = await open(path, start === 0 ? 'w' : 'r+').catch((error: unknown) => {
    throw writingFailed(path, error)
  })
  try {
    let at = start
    for await (const chunk of chunksOf(response)) {
      clearTimeout(timer)
      timer = setTimeout(() => idle.abort(), idleMilliseconds)
      if (at + chunk.length > bytes) {
        throw await unexpectedLength(url, path, at + chunk.length, bytes)
      }
      await write(handle, chunk, at, path)
      at += chunk.length
      options.progress(at)
    }
    if (at < bytes) {
      throw new LostConnection('it ended early')
    }
    await handle.sync()
  } finally {
    clearTimeout(timer)
    await handle.close()
  }
}

async function fetchFrom(url: string, from: number, signal: AbortSignal): Promise<Response> {
  // identity: ranges and lengths refer to the bytes as stored
  const headers = { 'accept-encoding': 'identity', ...(from > 0 ? { range: `bytes=${from}-` } : {}) }
  try {
    return await fetch(url, { headers, signal })
  } catch (error) {
    throw new LostConnection(reasonOf(error))
  }
}

/** Offset in the file at which the answer begins. @throws PackError, LostConnection */
function startOf(response: Response, from: number, { url, path, bytes }: DownloadOptions): number {
  const { status, headers } = response
  if (status === 206) {
    const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '')
    if (range !== null && Number(range[1]) === from && Number(range[2]) === bytes) {
      return from
    }
    throw wrongLength(url, path, Number(range?.[2] ?? Number.NaN), bytes)
  }
  if (status === 200) {
    const length = headers.get('content-length')
    if (length !== null && Number(length) !== bytes) {
      throw wrongLength(url, path, Number(length), bytes)
    }
    return 0
  }
  if (status >= 500 || status === 429) {
    throw new LostConnection(`it answers with status ${status}`)
  }
  throw requestRefused(url, status)
}

export function requestRefused(url: string, status: number): PackError {
  const { host } = new URL(url)
  const advice = 'Fetch the archive in another way and give it as a file'
  const why = status === 401 || status === 403 ? 'wants a login' : 'does not have it'
  return new PackError('unreachable', `${host} ${why} (status ${status}, ${url}). ${advice}.`)
}

function wrongLength(url: string, path: string, length: number, bytes: number): PackError {
  return new PackError(
    'tampered',
    `${url} has ${length} bytes where ${bytes} are expected: it is not the file that was asked for. Nothing was installed; ${path} can be deleted.`,
  )
}

async function unexpectedLength(
  url: string,
  path: string,
  length: number,
  bytes: number,
): Promise<PackError> {
  await rm(path, { force: true })
  return wrongLength(url, path, length, bytes)
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
      yield value
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

/** Reason of a failed fetch: the message of the cause, because fetch itself reports only "fetch failed". */
function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error
  if (name === 'AbortError') {
    return 'nothing came any more'
  }
  return cause instanceof Error && cause.message !== '' ? cause.message : message
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch {
    return 0
  }
}
