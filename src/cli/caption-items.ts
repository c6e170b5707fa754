import type { CaptionItem } from '../metrics/captions'
import type { CaptionsById } from './caption-files'
import { ScoreInputError, someOf } from './score-error'

export interface PairedItems {
  items: CaptionItem[]
  /** Items left out: without a hypothesis, or without references. Empty unless `allowMissing`. */
  missingHypotheses: string[]
  missingReferences: string[]
  /** Items whose hypothesis is blank; they are scored. */
  emptyHypotheses: string[]
}

/**
 * Items in the order of the references. Throws ScoreInputError on ids that only one file has (unless
 * `allowMissing`), on several hypotheses for an item, and on an item whose references are all blank.
 */
export function pairItems(
  references: CaptionsById,
  hypotheses: CaptionsById,
  files: { references: string; hypotheses: string },
  allowMissing: boolean,
): PairedItems {
  const missingHypotheses = [...references.keys()].filter((id) => !hypotheses.has(id))
  const missingReferences = [...hypotheses.keys()].filter((id) => !references.has(id))
  if (!allowMissing) {
    refuse(missingHypotheses, `${files.hypotheses}: no caption for`)
    refuse(missingReferences, `${files.references}: no reference for`)
  }
  const items: CaptionItem[] = []
  for (const [id, texts] of references) {
    const given = hypotheses.get(id)
    if (!given) {
      continue
    }
    const different = new Set(given).size
    if (different !== 1) {
      throw new ScoreInputError(
        `${files.hypotheses}: item "${id}" has ${different} captions; a hypothesis is one caption.`,
      )
    }
    if (texts.every((text) => text.trim() === '')) {
      throw new ScoreInputError(`${files.references}: item "${id}" has no reference caption.`)
    }
    items.push({ id, hypothesis: given[0], references: texts })
  }
  if (items.length === 0) {
    throw new ScoreInputError(
      `${files.references} and ${files.hypotheses} share no item: their ids differ, ` +
        `for example "${first(references)}" and "${first(hypotheses)}".`,
    )
  }
  const emptyHypotheses = items.filter((item) => item.hypothesis.trim() === '').map((item) => item.id)
  return { items, missingHypotheses, missingReferences, emptyHypotheses }
}

function refuse(ids: readonly string[], message: string): void {
  if (ids.length > 0) {
    throw new ScoreInputError(
      `${message} ${someOf(ids)}. --allow-missing scores the items that both files have.`,
    )
  }
}

function first(captions: CaptionsById): string {
  return captions.keys().next().value ?? ''
}
