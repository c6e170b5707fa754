import { UNNAMED } from '../../../src/domain/document'
import type { Link, PairDocument, Region } from '../../../src/domain/document'
import type { Change, Diff } from '../../../src/domain/diff'
import { removeRegion } from './edits'

/** Diffs for names and joined regions. Each is empty where nothing would change. */

/** What it was named by goes too, so that nothing is left of the name. */
export function takeNameAway(document: PairDocument, regionId: string): Diff {
  const region = document.regions.find(({ id }) => id === regionId)
  if (region === undefined || (region.category === UNNAMED && region.name == null)) {
    return []
  }
  const from = { category: region.category, name: region.name ?? null }
  return [{ type: 'region.set', regionId, from, to: { category: UNNAMED, name: null } }]
}

/**
 * The parts in place of the region that they were joined to, each a proposed region without a name. Words that spoke
 * of the region speak of the first part.
 * @param ids of the parts
 */
export function takeApart(document: PairDocument, regionId: string, ids: readonly string[]): Diff {
  const index = document.regions.findIndex(({ id }) => id === regionId)
  const joined = document.regions.at(index)
  if (index === -1 || joined?.parts === undefined || joined.parts.length === 0) {
    return []
  }
  const { category, source, score } = joined
  const regions = joined.parts.map((part, at): Region => {
    return { ...part, id: ids[at], category, status: 'proposed', source, score, name: null }
  })
  return [
    ...removeRegion(document, regionId),
    ...regions.map((region, at): Change => ({ type: 'region.add', region, index: index + at })),
    ...document.links
      .map((link, at) => ({ link, at }))
      .filter(({ link }) => link.regionId === regionId)
      .map(({ link, at }): Change => ({ type: 'link.add', link: pointingTo(link, ids[0]), index: at })),
  ]
}

function pointingTo(link: Link, regionId: string): Link {
  return { ...link, regionId }
}
