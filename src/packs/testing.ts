import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { pack as createTar } from 'tar-stream'
import type { PackDescriptor } from './catalogue'

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

/** A descriptor of files as they lie in an archive: `kept` name to path in the archive. */
export function describePack(
  files: Readonly<Record<string, Uint8Array>>,
  kept: Readonly<Record<string, string>>,
  source: PackDescriptor['source'],
): PackDescriptor {
  return {
    id: 'made-pack',
    version: '1',
    title: 'Made pack',
    licence: 'MIT',
    homepage: 'http://localhost',
    source,
    files: Object.entries(kept).map(([name, archivePath]) => ({
      name,
      archivePath,
      bytes: files[archivePath].length,
      sha256: createHash('sha256').update(files[archivePath]).digest('hex'),
    })),
  }
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
