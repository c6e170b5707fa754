import type { CaptionItem } from '../metrics/captions'
import type { CaptionsById } from './caption-files'
import { ScoreInputError, someOf } from './output'

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
 * `allowMissing`), or whose references are all blank, and on several hypotheses for an item.
 */
export function pairItems(
  references: CaptionsById,
  hypotheses: CaptionsById,
  files: { references: string; hypotheses: string },
  allowMissing: boolean,
): PairedItems {
  const hasReference = (id: string) => references.get(id)?.some((text) => text.trim() !== '') ?? false
  const ids = [...references.keys()].filter(hasReference)
  const missingHypotheses = ids.filter((id) => !hypotheses.has(id))
  const missingReferences = [...new Set([...references.keys(), ...hypotheses.keys()])].filter(
    (id) => !hasReference(id),
  )
  if (!allowMissing) {
    refuse(missingHypotheses, `${files.hypotheses}: no caption for`)
    refuse(missingReferences, `${files.references}: no reference for`)
  }
  const items: CaptionItem[] = []
  for (const id of ids) {
    const texts = hypotheses.get(id)
    if (!texts) {
      continue
    }
    const different = new Set(texts).size
    if (different !== 1) {
      throw new ScoreInputError(
        `${files.hypotheses}: item "${id}" has ${different} captions; a hypothesis is one caption.`,
      )
    }
    items.push({ id, hypothesis: texts[0], references: references.get(id) ?? [] })
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
