import type { RawItem, ReadContext } from '../../import/item'
import type { PairEntry } from './changes'

/** What an item has of its entry alone. @throws ImportProblem where an image is not there */
export async function itemOfEntry(
  source: ReadContext['source'],
  entry: PairEntry,
): Promise<Omit<RawItem, 'location' | 'regions'>> {
  return {
    key: entry.key,
    split: entry.split ?? null,
    before: await source.image(entry.before),
    after: await source.image(entry.after),
    captions: entry.captions.map(({ text }) => text),
    captionOrigins: entry.captions.map(({ origin }) => origin ?? 'imported'),
    state: entry.state ?? undefined,
    reviewer: entry.reviewer ?? null,
    proposedBy: entry.proposed_by ?? null,
  }
}
