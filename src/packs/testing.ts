import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { pack as createTar } from 'tar-stream'
import type { PackDescriptor } from './catalogue'
import { sha256Hex } from '../process/sha256'

/** A gzipped tar with these files in this order. */
export async function makeArchive(files: Readonly<Record<string, Uint8Array>>): Promise<Buffer> {
  const tar = createTar()
  for (const [name, bytes] of Object.entries(files)) {
    tar.entry({ name }, Buffer.from(bytes))
  }
  tar.finalize()
  const parts: Uint8Array[] = []
  for await (const part of tar) {
    parts.push(part)
  }
  return gzipSync(Buffer.concat(parts))
}

/** The kept files of a pack whose files are all members of its archive: name to path in the archive. */
export function keptPaths({ files }: PackDescriptor): Record<string, string> {
  return Object.fromEntries(
    files.flatMap(({ name, from }) => (from.kind === 'archive' ? [[name, from.path] as const] : [])),
  )
}

/** A descriptor of files as they lie in an archive: `kept` name to path in it. */
export function describePack(
  files: Readonly<Record<string, Uint8Array>>,
  kept: Readonly<Record<string, string>>,
  archive: PackDescriptor['archive'],
): PackDescriptor {
  return {
    id: 'made-pack',
    version: '1',
    title: 'Made pack',
    licence: 'MIT',
    dataLicence: 'made here',
    limits: 'It is made of random bytes.',
    homepage: 'http://localhost',
    archive,
    files: Object.entries(kept).map(([name, path]) => ({
      name,
      from: { kind: 'archive', path },
      bytes: files[path].length,
      sha256: digestOf(files[path]),
    })),
  }
}

/** Hexadecimal SHA-256. */
export function digestOf(bytes: Uint8Array): string {
  return sha256Hex(bytes)
}

export interface ServerBehaviour {
  /** Ends the connection after so many bytes of each of the first answers. */
  breaks: number[]
  /** Answers with the whole even where a range was asked for. */
  ignoresRange?: boolean
  status?: number
}

export interface ArchiveServer {
  url: string
  /** The `range` header of each request for the archive; empty where there was none. */
  ranges: string[]
  close(): void
}

/** A real loopback server: a registry's answer at `/@made%2fpack/1.0.0`, the archive at `/archive.tgz`. */
export async function serveArchive(archive: Buffer, behaviour: ServerBehaviour): Promise<ArchiveServer> {
  const ranges: string[] = []
  const server = createServer((request, response) => {
    if (request.url !== '/archive.tgz') {
      const isKnown = request.url === '/@made%2fpack/1.0.0'
      response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ dist: { tarball: `${url}/archive.tgz` } }))
      return
    }
    ranges.push(request.headers.range ?? '')
    if (behaviour.status !== undefined) {
      response.writeHead(behaviour.status).end()
      return
    }
    const asked = behaviour.ignoresRange === true ? null : /^bytes=(\d+)-$/.exec(request.headers.range ?? '')
    const from = Number(asked?.[1] ?? 0)
    const part = archive.subarray(from)
    const range = { 'content-range': `bytes ${from}-${archive.length - 1}/${archive.length}` }
    response.writeHead(asked === null ? 200 : 206, {
      'content-length': part.length,
      ...(asked === null ? {} : range),
    })
    const most = behaviour.breaks.shift()
    if (most === undefined) {
      response.end(part)
    } else {
      response.write(part.subarray(0, most), () => setTimeout(() => request.socket.destroy(), 50))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    ranges,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

type Answering = (request: IncomingMessage, response: ServerResponse) => void

export interface FileServer {
  url: string
  /** Host and port. */
  host: string
  requests: { method: string; url: string; range: string; ifRange: string }[]
  /** Answers in the place of the next request for a path, in their order. */
  instead(...answers: Answering[]): void
  close(): void
}

/**
 * A real loopback server of files by their path, with ranges and entity tags. A function answers for a path by itself.
 */
export async function serveFiles(
  files: Readonly<Record<string, Uint8Array | Answering>>,
): Promise<FileServer> {
  const requests: FileServer['requests'] = []
  const others: Answering[] = []
  const server = createServer((request, response) => {
    const { method = '', url: path = '' } = request
    const { range = '', 'if-range': ifRange } = request.headers
    requests.push({ method, url: path, range, ifRange: String(ifRange ?? '') })
    const file = others.shift() ?? files[path.split('?')[0]]
    if (file === undefined) {
      response.writeHead(404).end()
    } else if (typeof file === 'function') {
      file(request, response)
    } else {
      answerWith(file, request, response)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}`,
    host,
    requests,
    instead: (...answers) => void others.push(...answers),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Sends the file, or the part of it that is asked for where the entity tag fits. */
export function answerWith(file: Uint8Array, request: IncomingMessage, response: ServerResponse): void {
  const etag = `"${digestOf(file)}"`
  const { 'if-range': ifRange = etag } = request.headers
  const from = ifRange === etag ? /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] : undefined
  const part = file.subarray(Number(from ?? 0))
  response.writeHead(from === undefined ? 200 : 206, {
    etag,
    'content-length': part.length,
    ...(from === undefined ? {} : { 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` }),
  })
  response.end(request.method === 'HEAD' ? undefined : part)
}

/** Sends the first bytes of a file and then nothing, with the connection open. */
export function stallAfter(bytes: number, file: Uint8Array): Answering {
  return (_, response) => {
    response.writeHead(200, { 'content-length': file.length, etag: `"${digestOf(file)}"` })
    response.write(file.subarray(0, bytes))
  }
}

/** As the hub answers for a file of a commit: its headers, and where the bytes lie. */
export function hubAnswer(
  location: string,
  { commit, sha256, bytes }: { commit: string; sha256: string; bytes: number },
): Answering {
  return (_, response) => {
    response
      .writeHead(302, {
        location,
        'x-repo-commit': commit,
        'x-linked-etag': `"${sha256}"`,
        'x-linked-size': bytes,
      })
      .end()
  }
}

const COMMIT = 'e'.repeat(40)

export interface PackOnHub {
  pack: PackDescriptor
  hub: FileServer
  /** Has the bytes that the hub sends on to. */
  store: FileServer
  close(): void
}

/** A pack whose files lie in the folder, on a hub of this machine. */
export async function serveOnHub(made: PackDescriptor, folder: string): Promise<PackOnHub> {
  const files = made.files.map(({ name }) => [`/${name}`, readFileSync(join(folder, name))] as const)
  const store = await serveFiles(Object.fromEntries(files))
  const answers = made.files.map(({ name, bytes, sha256 }): [string, Answering] => [
    `/maker/model/resolve/${COMMIT}/${name}`,
    hubAnswer(`${store.url}/${name}`, { commit: COMMIT, sha256: sha256 ?? '', bytes }),
  ])
  const hub = await serveFiles(Object.fromEntries(answers))
  const pack: PackDescriptor = {
    ...made,
    archive: null,
    files: made.files.map((file) => ({
      ...file,
      from: { kind: 'hub', repository: 'maker/model', commit: COMMIT, path: file.name },
    })),
  }
  return {
    pack,
    hub,
    store,
    close() {
      hub.close()
      store.close()
    },
  }
}
