import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodePair } from '../../src/frames/decode-pair'
import { encodeJpeg } from '../../src/images/raster'
import type { Raster } from '../../src/images/raster'
import type { Rect } from '../../src/mask/bitmap'
import { colourDistance } from '../../src/names/colour'
import { createRandom } from '../../src/synth/random'
import type { Random } from '../../src/synth/random'
import { cutOut, paste, readPhotograph } from './cut-outs'
import type { CutOut, Outlined, Photographs } from './cut-outs'

/** `exchanged`: one thing left, and another of its kind and of another colour came elsewhere. */
export type Question = 'moved' | 'exchanged' | 'appeared'

export interface MadePair {
  kind: string
  before: Raster
  after: Raster
  /** Where the thing was pasted; null where it was not. */
  placeBefore: Rect | null
  placeAfter: Rect
}

/** Of the longer side of the photograph. */
const SIZES = [0.08, 0.25] as const
/** Of its diagonal. */
const FARTHEST = 1 / 3
/** CIELAB, between means of unlike cut-outs. */
const OTHER_COLOUR = 25
const MOST_TRIES = 200

/** The same pair for the same seed. */
export async function makePair(
  photographs: Photographs,
  question: Question,
  seed: number,
): Promise<MadePair> {
  const random = createRandom(seed)
  for (let left = MOST_TRIES; left > 0; left -= 1) {
    const made = await tryPair(photographs, question, random)
    if (made !== null) {
      return made
    }
  }
  throw new Error(`no ${question} pair could be made of seed ${seed}`)
}

/** Null where what was drawn does not fit. */
async function tryPair(
  { folder, images, things }: Photographs,
  question: Question,
  random: Random,
): Promise<MadePair | null> {
  const thing = random.pick(things)
  const { kind } = thing
  const alike = things.filter((other) => other.kind === kind)
  const grounds = images.filter(({ kinds }) => !kinds.has(kind))
  const ground = await readPhotograph(folder, random.pick(grounds).file)
  const longest = Math.max(ground.width, ground.height) * random.range(...SIZES)
  const came = await cutOut(folder, thing, longest)
  const left = question === 'exchanged' ? await otherOf(folder, thing, alike, longest, came, random) : came
  const places = left === null ? null : placesOf(ground, left, came, random)
  if (left === null || places === null) {
    return null
  }
  const [before, after] = [
    { ...ground, data: ground.data.slice() },
    { ...ground, data: ground.data.slice() },
  ]
  const [from, to] = places
  if (question !== 'appeared') {
    paste(before, left, from.x, from.y)
  }
  paste(after, came, to.x, to.y)
  const pair = await developed(before, after, random)
  return { kind, ...pair, placeBefore: question === 'appeared' ? null : from, placeAfter: to }
}

/** Null where none is of clearly another colour. */
async function otherOf(
  folder: string,
  thing: Outlined,
  alike: readonly Outlined[],
  longest: number,
  { colour }: CutOut,
  random: Random,
): Promise<CutOut | null> {
  for (const one of random.shuffle(alike.filter(({ photograph }) => photograph !== thing.photograph))) {
    const other = await cutOut(folder, one, longest)
    if (colourDistance(other.colour, colour) >= OTHER_COLOUR) {
      return other
    }
  }
  return null
}

function placesOf(ground: Raster, left: CutOut, came: CutOut, random: Random): [Rect, Rect] | null {
  const from = placeOf(ground, left, random)
  for (let tries = MOST_TRIES; tries > 0; tries -= 1) {
    const to = placeOf(ground, came, random)
    if (from === null || to === null) {
      return null
    }
    const across = from.x + from.width / 2 - to.x - to.width / 2
    const down = from.y + from.height / 2 - to.y - to.height / 2
    if (Math.hypot(across, down) <= FARTHEST * Math.hypot(ground.width, ground.height)) {
      return [from, to]
    }
  }
  return null
}

/** Null where it is larger than the ground. */
function placeOf(ground: Raster, { pixels: { width, height } }: CutOut, random: Random): Rect | null {
  const [x, y] = [ground.width - width, ground.height - height]
  return x < 0 || y < 0 ? null : { x: random.integer(0, x), y: random.integer(0, y), width, height }
}

/** As two exposures: each with a light of its own and stored as a JPEG. */
async function developed(
  before: Raster,
  after: Raster,
  random: Random,
): Promise<{ before: Raster; after: Raster }> {
  const folder = await mkdtemp(join(tmpdir(), 'deltascribe-moved-'))
  try {
    const paths = ['before.jpg', 'after.jpg'].map((name) => join(folder, name))
    for (const [index, image] of [before, after].entries()) {
      const gain = random.range(0.95, 1.05)
      const offset = random.range(-6, 6)
      const data = image.data.map((level) => Math.min(255, Math.max(0, gain * level + offset + 0.5)))
      await writeFile(paths[index], await encodeJpeg({ ...image, data }, random.integer(75, 95)))
    }
    return await decodePair(paths[0], paths[1])
  } finally {
    await rm(folder, { recursive: true })
  }
}
