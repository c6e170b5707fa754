import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { parsePicturePath } from '../../src/contract/picture'
import type { PictureAddress } from '../../src/contract/picture'
import { sceneImage, sceneTile } from './scene-image'

const root = fileURLToPath(new URL('.', import.meta.url))
const out = fileURLToPath(new URL('../../dist/bench-stage', import.meta.url))
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Builds the canvas's own page and serves it with made pictures. Pair ids are width * 100,000 + height. */
export async function serveStage(port = 0): Promise<{ url: string; close(): void }> {
  await build({
    root,
    configFile: false,
    base: './',
    logLevel: 'error',
    plugins: [react()],
    build: {
      outDir: out,
      emptyOutDir: true,
      target: 'chrome130',
      chunkSizeWarningLimit: 4000,
      minify: false,
    },
  })
  const pictures = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const address = parsePicturePath(path)
    if (address === null) {
      const file = path === '/' ? 'index.html' : path.slice(1)
      readFile(join(out, file)).then(
        (body) => response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? '' }).end(body),
        () => response.writeHead(404).end(),
      )
      return
    }
    const picture = pictures.get(path) ?? pictureAt(address)
    if (picture === null) {
      response.writeHead(404).end()
      return
    }
    pictures.set(path, picture)
    response.writeHead(200, { 'content-type': 'image/bmp' }).end(picture)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: chosen } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${chosen}/`, close: () => server.close() }
}

function pictureAt({ pairId, kind, tile = null }: PictureAddress): Buffer | null {
  const [width, height] = [Math.floor(pairId / 100_000), pairId % 100_000]
  if (width === 0 || height === 0) {
    return null
  }
  return tile === null ? sceneImage(kind, width, height) : sceneTile(kind, width, height, tile)
}
