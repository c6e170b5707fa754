import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Rect } from '../../src/mask/bitmap'
import type { Rle } from '../../src/mask/rle'
import { ChangedPixels } from '../../src/names/changed-pixels'
import { boxIou, sharedArea } from '../../src/mask/rect'
import type { NameClaim } from '../../src/names/claim'
import { englishOf } from '../../src/messages/message'

/** One connected part of the true mask. */
export interface Label {
  /** Id of the pair. */
  id: string
  box: Rect
  /** Pixels. */
  area: number
  /** Every name that counts as right. */
  names: string[]
  isNameable: boolean
  /** The whole thing is seen. */
  isWhole: boolean
}

const labelsSchema = z.array(
  z
    .object({
      id: z.string(),
      /** Left, top, right, bottom. */
      box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
      area: z.number(),
      names: z.array(z.string()),
      nameable: z.boolean(),
      note: z.string().optional(),
    })
    .transform(({ id, box: [left, top, right, bottom], area, names, nameable, note }): Label => ({
      id,
      box: { x: left, y: top, width: right - left, height: bottom - top },
      area,
      names,
      isNameable: nameable,
      isWhole: note !== 'fragment',
    })),
)

export async function readLabels(path: string): Promise<Label[]> {
  return labelsSchema.parse(JSON.parse(await readFile(path, 'utf8')))
}

/** A proposed region, with the names that are claimed for it. */
export interface NamedMask {
  mask: Rle
  claims: readonly NameClaim[]
}

export interface LabelledPair {
  key: string
  labels: readonly Label[]
  regions: readonly NamedMask[]
}

/** A claim's box and a label's box of one thing. */
const SAME_THING_IOU = 0.3
/** Pixels of a region that is large enough to be told. */
const LARGE_AREA = 300

export interface Share {
  count: number
  of: number
}

export interface NameScores {
  /** Of names claimed for what the after image shows, the share of right ones. */
  after: Share
  /** The same for things that only the before image shows. Labels name what stands there now; leaves may hide a car. */
  before: Share
  /** Share of nameable labels that are named by a claim with a similar box. */
  byBox: Share
  /** The same for labels of whole things of 300 px and more. */
  wholeByBox: Share
  /** Share of nameable labels whose region (the one with most of their box) has a claim of their name. */
  byRegion: Share
  wholeByRegion: Share
  wrong: string[]
}

/**
 * A claim is right where its name is one of the label whose box is most like its own; a claim about no label is wrong.
 */
export function scoreNames(pairs: readonly LabelledPair[]): NameScores {
  const [after, before, byBox, wholeByBox, byRegion, wholeByRegion] = [
    none(),
    none(),
    none(),
    none(),
    none(),
    none(),
  ]
  const wrong: string[] = []
  for (const { key, labels, regions } of pairs) {
    const claims = regions.flatMap((region) => region.claims)
    for (const claim of claims) {
      const label = nearest(claim, labels)
      const isRight = label?.names.includes(claim.name) === true
      tally(claim.frame === 'after' ? after : before, isRight)
      if (!isRight) {
        const truth = label === null ? 'no label' : label.names.join(' or ') || 'nothing with a name'
        wrong.push(`${key} ${claim.kind} ${englishOf(claim.why)}: ${truth}`)
      }
    }
    for (const label of labels.filter(({ isNameable }) => isNameable)) {
      const hasBox = claims.some(
        (claim) => isNameOf(claim, label) && boxIou(claim.box, label.box) >= SAME_THING_IOU,
      )
      const hasRegion = regionOf(label, regions)?.claims.some((claim) => isNameOf(claim, label)) === true
      tally(byBox, hasBox)
      tally(byRegion, hasRegion)
      if (label.isWhole && label.area >= LARGE_AREA) {
        tally(wholeByBox, hasBox)
        tally(wholeByRegion, hasRegion)
      }
    }
  }
  return { after, before, byBox, wholeByBox, byRegion, wholeByRegion, wrong }
}

const none = (): Share => ({ count: 0, of: 0 })

function tally(share: Share, isHit: boolean): void {
  share.of += 1
  share.count += isHit ? 1 : 0
}

const isNameOf = ({ name }: NameClaim, label: Label): boolean => label.names.includes(name)

function nearest({ box }: NameClaim, labels: readonly Label[]): Label | null {
  const best = labels.toSorted((a, b) => boxIou(b.box, box) - boxIou(a.box, box)).at(0) ?? null
  return best !== null && sharedArea(best.box, box) > 0 ? best : null
}

function regionOf({ box }: Label, regions: readonly NamedMask[]): NamedMask | null {
  const pixels = regions.map(({ mask }) =>
    ChangedPixels.ofAfter([{ mask, beforeMask: null }], frameOf(mask)).shareOf(box),
  )
  const most = Math.max(0, ...pixels)
  return most === 0 ? null : regions[pixels.indexOf(most)]
}

const frameOf = ({ size: [height, width] }: Rle) => ({ width, height })
