import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { sceneImage } from './scene-image'

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
    const match = /^\/picture\/(\d+)\/([a-z-]+)$/.exec(path)
    if (match === null) {
      const file = path === '/' ? 'index.html' : path.slice(1)
      readFile(join(out, file)).then(
        (body) => response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? '' }).end(body),
        () => response.writeHead(404).end(),
      )
      return
    }
    const [width, height] = [Math.floor(Number(match[1]) / 100_000), Number(match[1]) % 100_000]
    if (width === 0 || height === 0) {
      response.writeHead(404).end()
      return
    }
    const picture = pictures.get(path) ?? sceneImage(match[2], width, height)
    pictures.set(path, picture)
    response.writeHead(200, { 'content-type': 'image/bmp' }).end(picture)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: chosen } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${chosen}/`, close: () => server.close() }
}
