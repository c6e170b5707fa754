import { join } from 'node:path'
import type { Bitmap } from '../../src/mask/bitmap'
import { dilate, erode, fillHoles } from '../../src/mask/morphology'
import { unionBitmaps } from '../../src/mask/bitmap'
import type { RgbImage, SyntheticPair } from '../../src/synth/pair'
import { renderComposed } from '../../src/synth/photographs/pair'
import type { PlannedChange } from '../../src/synth/photographs/planned'
import { changedPixels } from '../../src/synth/photographs/truth'
import { cropFor, readSource } from './picture'
import type { SamplePair } from './plan'
import { sourceNamed } from './sources'

export interface ComposedSample {
  readonly before: RgbImage
  readonly after: RgbImage
  /** 1 where something changed. */
  readonly mask: Bitmap
}

/** Levels of the largest channel: less is no visible change. */
const VISIBLE = 12
/** Pixels. */
const GAP = 2

/** Draws a pair of a sample. @param packages folder of unpacked packages, each in a folder of its name */
export async function composeSample(pair: SamplePair, packages: string): Promise<ComposedSample> {
  const { size, part, photograph, changes } = pair
  const source = sourceNamed(photograph)
  const image = await cropFor(await readSource(join(packages, source.package, source.path)), part, size)
  const changed = draw(pair, image, changes)
  const unchanged = draw(pair, image, [])
  const outlined = unionBitmaps(
    size.width,
    size.height,
    changed.regions.map((region) => changedPixels(region, size)),
  )
  return { before: changed.before, after: changed.after, mask: visiblePart(outlined, changed, unchanged) }
}

function draw(
  { name, size, photograph, nuisances }: SamplePair,
  image: RgbImage,
  changes: readonly PlannedChange[],
): SyntheticPair {
  const seed = seedOf(name)
  return renderComposed(
    {
      ...size,
      seed,
      base: { photograph: 0, crop: 1, x: 0.5, y: 0.5, quarterTurns: 0, isMirrored: false, fewLevels: null },
      changes,
      still: [],
      nuisances,
      tellsNear: false,
      grainSeed: seed,
    },
    { photographs: [{ name: photograph, image, seen: [] }], things: [] },
  )
}

/** Outlines are drawn wide: only the pixels that a change alters in one of the frames are kept, without holes. */
function visiblePart(outlined: Bitmap, changed: SyntheticPair, unchanged: SyntheticPair): Bitmap {
  const { width, height } = outlined
  const data = outlined.data.map((value, pixel) => {
    const isAltered =
      difference(changed.before, unchanged.before, pixel) > VISIBLE ||
      difference(changed.after, unchanged.after, pixel) > VISIBLE
    return value !== 0 && isAltered ? 1 : 0
  })
  return fillHoles(erode(dilate({ width, height, data }, GAP), GAP))
}

function difference({ data: one }: RgbImage, { data: other }: RgbImage, pixel: number): number {
  const channels = [0, 1, 2].map((channel) => Math.abs(one[3 * pixel + channel] - other[3 * pixel + channel]))
  return Math.max(...channels)
}

/** Of a pair's grain. */
function seedOf(name: string): number {
  return Array.from(name).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 7)
}
