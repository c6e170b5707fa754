import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Region } from '../src/domain/document'
import { rectOf, rleIou } from '../src/mask/measures'
import { sharedArea } from '../src/mask/rect'
import { rleSchema, unionRle } from '../src/mask/rle'
import type { Rle } from '../src/mask/rle'
import type { NameClaim, RegionChange } from '../src/names/claim'
import { divideRegions } from '../src/names/divide-regions'
import { dataFolder } from './data'

/**
 * `npm run bench -- divided-regions`: two outlined things of one kind in a photograph whose boxes overlap, as one
 * region, divided by their boxes. IoU of the parts with the outlines, beside that of the region as a whole.
 */
const outlined = z.object({
  annotations: z.array(z.object({ image_id: z.number(), category_id: z.number(), segmentation: rleSchema })),
})
const UNMEASURED: RegionChange = {
  kind: 'appeared',
  before: [0, 0, 0],
  after: [0, 0, 0],
  x: 0,
  y: 0,
  share: 0,
}

function claimOf(outline: Rle): NameClaim {
  return { name: 'person', score: 1, frame: 'after', box: rectOf(outline), kind: 'appeared', why: '' }
}

/** The masks after the division: one where the region stays whole. */
function parts(outlines: readonly Rle[]): Rle[] {
  const mask = outlines.reduce(unionRle)
  const source = { kind: 'proposal', proposalId: 0 } as const
  const base = { category: 'change', status: 'proposed', source, score: 1, beforeMask: null } as const
  const region: Region = { ...base, id: 'whole', mask }
  const [claim, ...beside] = outlines.map(claimOf)
  const changes = [{ regions: [0], origin: null, claim, beside, others: [] }]
  const input = { regions: [region], changes: [UNMEASURED], claimed: { changes, still: [] } }
  const { regions } = divideRegions({ ...input, words: {}, taught: new Map() }, null, (divided) =>
    divided.map(() => UNMEASURED),
  )
  return regions.map((one) => one.mask)
}

const mean = (values: readonly number[]): string =>
  (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3)

const photographs = dataFolder('photographs')
if (photographs === null) {
  console.log('  left out: DELTASCRIBE_DATA names no folder with photographs')
} else {
  const { annotations } = outlined.parse(
    JSON.parse(readFileSync(join(photographs, 'instances.json'), 'utf8')),
  )
  const pairs = annotations.flatMap((one, index) =>
    annotations
      .slice(index + 1)
      .filter(
        (other) =>
          other.image_id === one.image_id &&
          other.category_id === one.category_id &&
          sharedArea(rectOf(one.segmentation), rectOf(other.segmentation)) > 0,
      )
      .map((other) => [one.segmentation, other.segmentation]),
  )
  const divided = pairs.map((outlines) => ({ outlines, masks: parts(outlines) }))
  const whole = pairs.flatMap((outlines) => outlines.map((one) => rleIou(outlines.reduce(unionRle), one)))
  const ious = divided.flatMap(({ outlines, masks }) =>
    outlines.map((one, at) => rleIou(masks[at] ?? masks[0], one)),
  )
  const kept = divided.filter(({ masks }) => masks.length === 1).length
  console.log(`  ${pairs.length} pairs of things of one kind; ${kept} stay one region`)
  console.log(`  IoU of a thing with its part ${mean(ious)}, with the region as a whole ${mean(whole)}`)
}
