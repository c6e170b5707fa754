import { protocol } from 'electron'
import type { Session } from 'electron'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { parsePicturePath } from '../src/contract/picture'
import type { PictureAddress } from '../src/contract/picture'
import { toFailure } from '../src/contract/errors'
import { pageFiles, contentSecurityPolicy } from '../src/engine/page-files'
import type { LocatedPicture } from '../src/engine/picture-cache'

const SCHEME = 'deltascribe'

/** Before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
  ])
}

/** `deltascribe://app/`: the built page by a fixed list, and pictures by pair and kind. No address holds a path. */
export function serveApp(
  session: Session,
  pageFolder: string,
  locatePicture: (address: PictureAddress) => Promise<LocatedPicture>,
): void {
  const files = pageFiles(pageFolder)
  const policy = contentSecurityPolicy('')

  session.protocol.handle(SCHEME, async (request) => {
    const url = new URL(request.url)
    if (url.host !== 'app' || request.method !== 'GET') {
      return plain(403, 'This address is not answered.')
    }
    const file = files.get(url.pathname)
    if (file !== undefined) {
      return stream(file, { 'Content-Security-Policy': policy })
    }
    const address = parsePicturePath(url.pathname)
    if (address === null) {
      return plain(404, 'There is nothing at this address.')
    }
    try {
      // the same address is another picture once another folder is open or the file was replaced
      return stream(await locatePicture(address), { 'Cache-Control': 'no-store' })
    } catch (error) {
      return plain(404, toFailure(error).message)
    }
  })
}

function plain(status: number, text: string): Response {
  return new Response(text, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}

function stream(file: { path: string; mimeType: string }, headers: Record<string, string>): Response {
  const body = Readable.toWeb(createReadStream(file.path)) as ReadableStream<Uint8Array>
  return new Response(body, {
    headers: { 'Content-Type': file.mimeType, 'X-Content-Type-Options': 'nosniff', ...headers },
  })
}
