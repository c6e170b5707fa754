import { test } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { OpenPair } from '../src/contract/pairs'
import { boundingBox } from '../src/mask/measures'
import type { ReviewPage } from './review-page'
import type { ExportedPair } from './sample-truth'

/** Kinds of correction of a pair on which something changed. They take turns. */
const KINDS = ['anew', 'words', 'added', 'trimmed', 'rejected'] as const
export type Correction = (typeof KINDS)[number] | 'nothing changed'

/**
 * Corrects the pairs one after the other in the Review place, by keys and strokes, and accepts each with
 * Enter. The first must be open. Returns how each was corrected.
 */
export async function correctPairs(
  page: Page,
  review: ReviewPage,
  pairs: readonly OpenPair[],
  truth: ReadonlyMap<string, ExportedPair>,
): Promise<Correction[]> {
  const done: Correction[] = []
  for (const open of pairs) {
    const { key } = open.pair
    const seen = truth.get(key)
    if (seen === undefined) {
      throw new Error(`nothing is known of ${key}`)
    }
    const correction = correctionOf(seen, open, done.filter((kind) => kind !== 'nothing changed').length)
    await test.step(`${key}: ${correction}`, async () => {
      await review.shows(key)
      await correct(review, correction, seen, open)
      await page.keyboard.press('Enter')
    })
    done.push(correction)
  }
  await review.saved()
  return done
}

function correctionOf({ things }: ExportedPair, { document }: OpenPair, turn: number): Correction {
  if (things.length === 0) {
    return 'nothing changed'
  }
  const kind = KINDS[turn % KINDS.length]
  const needsRegion = kind === 'trimmed' || kind === 'rejected'
  return needsRegion && document.regions.length === 0 ? 'added' : kind
}

async function correct(
  review: ReviewPage,
  correction: Correction,
  { things, caption }: ExportedPair,
  { pair, document }: OpenPair,
): Promise<void> {
  switch (correction) {
    case 'nothing changed':
      await review.deleteRegions()
      return review.typeCaption(caption)
    case 'anew':
      await review.deleteRegions()
      for (const { box, category } of things) {
        await review.outline(box, pair, category)
      }
      return review.typeCaption(caption)
    case 'words':
      return review.typeCaption(caption)
    case 'added':
      return review.paintAcross(things[0].box, pair)
    case 'trimmed': {
      const [x, y, width, height] = boundingBox(document.regions[0].mask)
      return review.eraseAcross({ x, y, width, height }, pair)
    }
    case 'rejected':
      await review.rejectFirstRegion()
      return review.typeCaption(caption)
  }
}
