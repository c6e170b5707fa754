import { encode } from 'fast-png'
import type { Plugin } from 'vite'
import { parsePicturePath } from '../src/contract/picture'
import { VALUES_HEADER_BYTES } from '../src/contract/value-facts'
import type { PictureKind } from '../src/contract/picture'

type ValuesKind = 'before-values' | 'after-values'

const SIZE = { width: 64, height: 48 }

/** Brightness of each kind, so that what is shown can be distinguished. */
const SHADES: Record<Exclude<PictureKind, ValuesKind>, number> = {
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
        } else if (address.kind === 'before-values' || address.kind === 'after-values') {
          response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(madeValues())
        } else {
          response.writeHead(200, { 'content-type': 'image/png' }).end(pictureOf(SHADES[address.kind]))
        }
      })
    },
  }
}

/** One value a pixel: 1000 in the left half, 2000 in the right. */
function madeValues(): Buffer {
  const { width, height } = SIZE
  const bytes = Buffer.alloc(VALUES_HEADER_BYTES + width * height * 4)
  bytes.writeUInt32LE(width, 0)
  bytes.writeUInt32LE(height, 4)
  bytes.writeUInt32LE(1, 8)
  for (let at = 0; at < width * height; at += 1) {
    bytes.writeFloatLE(at % width < width / 2 ? 1000 : 2000, VALUES_HEADER_BYTES + at * 4)
  }
  return bytes
}

function pictureOf(shade: number): Uint8Array {
  const { width, height } = SIZE
  return encode({ width, height, channels: 1, depth: 8, data: new Uint8Array(width * height).fill(shade) })
}
