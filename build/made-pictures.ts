import { encode } from 'fast-png'
import type { ServerResponse } from 'node:http'
import type { Plugin } from 'vite'
import { parsePicturePath, PICTURE_TILE_SIDE } from '../src/contract/picture'
import { PICTURE_FAILURE_TYPE, pictureFailureBody } from '../src/contract/picture-failure'
import { VALUES_HEADER_BYTES } from '../src/contract/value-facts'
import type { PictureAddress, PictureKind, PictureTile } from '../src/contract/picture'
import { MessageError, message } from '../src/messages/message'
import type { Message } from '../src/messages/message'

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

/** A pair whose pictures come as tiles has this size. */
const SCENE = { width: 2000, height: 1500, levels: 3 }

/** Each level is brighter than the one before by this, so that what is shown can be distinguished. */
const LEVEL_STEP = 20

/** `/made-pictures/give/PAIR`, to which nothing is answered. */
const GIVE = /^\/made-pictures\/give\/(\d+)$/

/** Answers that wait for a test, and their pairs. */
type HeldTiles = Map<ServerResponse, { pairId: number; give(): void }>

/**
 * Answers `/picture/PAIR/KIND` as the engine does, and tiles of it. From pair 900 on there is none, and the reason; from
 * 800 to 899 the tiles of the finest level are not there; from 600 to 699 the coarsest one waits until the page asks
 * for `/made-pictures/give/PAIR`.
 */
export function madePictures(): Plugin {
  return {
    name: 'deltascribe:made-pictures',
    configureServer(server) {
      const held: HeldTiles = new Map()
      server.middlewares.use((request, response, next) => {
        const path = (request.url ?? '').split('?')[0] ?? ''
        const given = GIVE.exec(path)
        const address = parsePicturePath(path)
        if (given !== null) {
          giveTiles(held, Number(given[1]))
          response.writeHead(204).end()
        } else if (address === null) {
          next()
        } else if (address.pairId >= 900) {
          noPicture(response, message('problems.missing', { name: 'gone.png' }))
        } else if (address.tile != null) {
          answerTile(response, address, address.tile, held)
        } else if (address.kind === 'before-values' || address.kind === 'after-values') {
          response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(madeValues())
        } else {
          response.writeHead(200, { 'content-type': 'image/png' }).end(pictureOf(SHADES[address.kind]))
        }
      })
    },
  }
}

function noPicture(response: ServerResponse, reason: Message): void {
  response
    .writeHead(404, { 'content-type': PICTURE_FAILURE_TYPE })
    .end(pictureFailureBody(new MessageError(reason)))
}

function giveTiles(held: HeldTiles, wanted: number): void {
  for (const [response, { pairId, give }] of held) {
    if (pairId === wanted) {
      held.delete(response)
      give()
    }
  }
}

function answerTile(
  response: ServerResponse,
  { pairId, kind }: PictureAddress,
  tile: PictureTile,
  held: HeldTiles,
): void {
  const { width, height } = tileSize(tile)
  if (pairId >= 800 && tile.level === 0) {
    noPicture(response, message('problems.incomplete', { name: 'large.tif' }))
  } else if (width <= 0 || height <= 0 || kind === 'before-values' || kind === 'after-values') {
    noPicture(response, message('engine.noSuchTile'))
  } else {
    const body = pictureOf(SHADES[kind] + LEVEL_STEP * tile.level, { width, height })
    const give = (): void => void response.writeHead(200, { 'content-type': 'image/png' }).end(body)
    if (pairId >= 600 && pairId < 700 && tile.level === SCENE.levels - 1) {
      held.set(response, { pairId, give })
      response.on('close', () => held.delete(response))
    } else {
      give()
    }
  }
}

function tileSize({ level, column, row }: PictureTile): { width: number; height: number } {
  const side = (length: number, at: number): number =>
    Math.min(PICTURE_TILE_SIDE, Math.ceil(length / 2 ** level) - at * PICTURE_TILE_SIDE)
  return { width: side(SCENE.width, column), height: side(SCENE.height, row) }
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

function pictureOf(shade: number, { width, height } = SIZE): Uint8Array {
  return encode({ width, height, channels: 1, depth: 8, data: new Uint8Array(width * height).fill(shade) })
}
