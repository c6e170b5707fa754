import { expect, test } from 'vitest'
import { encodeRle, type Rle } from '../../mask/rle'
import type { Rect } from '../../mask/bitmap'
import { lookFor, type KeptLooks } from './asked'
import { wholeOf, type Frames, type Look } from './look'

const side = 512
const frame = { width: side, height: side, data: new Uint8Array(3 * side * side) }
const frames = { before: frame, after: frame }
const network = { see: (pairs: readonly Frames[]) => Promise.resolve(pairs.map(() => 'made')) }

function lookAt(after: Rect): Look<string> {
  return { before: after, after, seen: 'kept', alignment: null }
}

function keeping(...windows: Rect[]): KeptLooks<string> {
  return { looks: [wholeOf(frame), ...windows].map(lookAt), alignment: null }
}

function region({ x, y, width, height }: Rect): { mask: Rle } {
  const data = new Uint8Array(side * side)
  for (let row = y; row < y + height; row++) data.fill(1, row * side + x, row * side + x + width)
  return { mask: encodeRle({ width: side, height: side, data }) }
}

const window = { x: 200, y: 200, width: 128, height: 128 }

test('a kept look serves regions until they have grown too large for it', async () => {
  const kept = keeping(window)
  const [small, grown] = [
    region({ x: 250, y: 250, width: 20, height: 20 }),
    region({ ...window, width: 52, height: 52 }),
  ]
  expect(await lookFor(network, frames, kept, [small])).toBe(kept.looks[1])
  const made = await lookFor(network, frames, kept, [grown])
  expect(made).toMatchObject({ seen: 'made', after: { width: 364 } })
})
