import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Rect } from '../../src/mask/bitmap'
import { boxIou, sharedArea } from '../../src/mask/boxes'
import type { NameClaim } from '../../src/names/name-claims'

/** One connected part of the true mask. */
export interface Label {
  /** The pair's. */
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

export interface LabelledPair {
  key: string
  labels: readonly Label[]
  claims: readonly NameClaim[]
}

/** A claim's box and a label's box of one thing. */
const SAME_THING_IOU = 0.3
/** Pixels of a region that is large enough to be told. */
const LARGE_AREA = 300

export interface NameScores {
  right: number
  claims: number
  named: number
  nameable: number
  namedWhole: number
  whole: number
  wrong: string[]
}

/**
 * A claim is right where its name is one of the label whose box is most like its own; a claim about no label is wrong.
 * A label is named where a claim with one of its names has a box like its own.
 */
export function scoreNames(pairs: readonly LabelledPair[]): NameScores {
  const scores: NameScores = {
    right: 0,
    claims: 0,
    named: 0,
    nameable: 0,
    namedWhole: 0,
    whole: 0,
    wrong: [],
  }
  for (const { key, labels, claims } of pairs) {
    for (const claim of claims) {
      const label = nearest(claim, labels)
      scores.claims += 1
      if (label?.names.includes(claim.name) === true) {
        scores.right += 1
      } else {
        const truth = label === null ? 'no label' : label.names.join(' or ') || 'nothing with a name'
        scores.wrong.push(`${key} ${claim.kind} ${claim.why}: ${truth}`)
      }
    }
    for (const label of labels.filter(({ isNameable }) => isNameable)) {
      const isNamed = claims.some(({ name, box }) => label.names.includes(name) && isOf(box, label.box))
      const isLarge = label.isWhole && label.area >= LARGE_AREA
      scores.nameable += 1
      scores.named += isNamed ? 1 : 0
      scores.whole += isLarge ? 1 : 0
      scores.namedWhole += isLarge && isNamed ? 1 : 0
    }
  }
  return scores
}

function nearest({ box }: NameClaim, labels: readonly Label[]): Label | null {
  const best = labels.toSorted((a, b) => boxIou(b.box, box) - boxIou(a.box, box)).at(0) ?? null
  return best !== null && sharedArea(best.box, box) > 0 ? best : null
}

function isOf(claim: Rect, label: Rect): boolean {
  return boxIou(claim, label) >= SAME_THING_IOU
}
