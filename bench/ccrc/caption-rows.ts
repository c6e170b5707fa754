import { scoreCaptions } from '../../src/metrics/captions'
import type { CaptionItem } from '../../src/metrics/captions'
import { checkStatements } from '../../src/synth/blocks/language/testing-statements'
import { parseCaption } from '../../src/synth/blocks/language/testing-parse'
import { consensusCaption } from '../consensus-caption'
import { isChanged } from './items'
import type { Outcome } from './outcomes'
import { share } from './rows'
import type { Row } from './rows'

/** Whether captions are true of the scene, where its story is known. */
export function truthRows(outcomes: readonly Outcome[]): Row[] {
  const withStory = outcomes.filter(({ item }) => isChanged(item) && item.story !== null)
  if (withStory.length === 0) {
    return []
  }
  const related = withStory.filter(({ caption }) => relations(caption) > 0)
  return [
    ['captions wholly true', share(withStory, isTrue)],
    ['captions that name an anchor', related.length / withStory.length],
    ['of these wholly true', share(related, isTrue)],
    ['every change named', share(withStory, namesAll)],
  ]
}

/** How alike captions are to those of the pair. */
export function similarityRows(outcomes: readonly Outcome[]): Row[] {
  const texts: [string, (each: Outcome) => string][] = [
    ['refined', (each) => each.caption],
    ['before refinement', (each) => each.plainCaption],
    ['given the true mask', (each) => each.guided],
    ['ceiling', (each) => consensusCaption(each.item.drafts)],
  ]
  return texts.flatMap(([label, text]): Row[] => {
    const items: CaptionItem[] = outcomes.map((each, index) => ({
      id: String(index),
      hypothesis: text(each),
      references: each.item.references,
    }))
    const scores = scoreCaptions(items, (caption) => caption.replaceAll(',', ''))
    return (['BLEU-4', 'CIDEr-D'] as const).map((name) => [
      `${name}, ${label}`,
      scores.get(name)?.corpus ?? 0,
    ])
  })
}

function isTrue({ item, caption }: Outcome): boolean {
  const { story } = item
  return story !== null && parseCaption(caption).some((reading) => checkStatements(story, reading) === null)
}

function relations(caption: string): number {
  const [reading] = parseCaption(caption)
  return (reading ?? []).filter(
    (each) =>
      'subject' in each &&
      (each.subject.relation !== null || ('destination' in each && each.destination !== null)),
  ).length
}

/** As many statements as changes, of the same kinds. */
function namesAll({ item, caption }: Outcome): boolean {
  const expected = (item.story?.changes ?? [])
    .map(({ type }) => type as string)
    .sort()
    .join()
  return parseCaption(caption).some(
    (reading) =>
      reading
        .map(({ kind }) => kind as string)
        .sort()
        .join() === expected,
  )
}
