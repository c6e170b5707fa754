import { encode } from 'fast-png'
import type { Plugin } from 'vite'
import { parsePicturePath } from '../src/contract/picture'
import type { PictureKind } from '../src/contract/picture'

const SIZE = { width: 64, height: 48 }

/** Brightness of each kind, so that what is shown can be distinguished. */
const SHADES: Record<PictureKind, number> = {
  before: 60,
  after: 180,
  'before-thumbnail': 60,
  'after-thumbnail': 180,
  aligned: 90,
  difference: 30,
  probabilities: 120,
}

/** Answers `/picture/PAIR/KIND` as the engine does; from pair 900 on there is none, and the reason. */
export function madePictures(): Plugin {
  return {
    name: 'deltascribe:made-pictures',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const address = parsePicturePath((request.url ?? '').split('?')[0] ?? '')
        if (address === null) {
          next()
        } else if (address.pairId >= 900) {
          response.writeHead(404, { 'content-type': 'text/plain' }).end('The file is gone.')
        } else {
          response.writeHead(200, { 'content-type': 'image/png' }).end(pictureOf(SHADES[address.kind]))
        }
      })
    },
  }
}

function pictureOf(shade: number): Uint8Array {
  const { width, height } = SIZE
  return encode({ width, height, channels: 1, depth: 8, data: new Uint8Array(width * height).fill(shade) })
}
