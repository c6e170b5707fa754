import type { PairDocument, Region } from '../domain/document'
import { unrejectedRegions } from '../domain/review'
import { rleIou, boundingBox } from '../mask/measures'
import { placeOf } from '../views/place-phrases'
import { rleArea } from '../mask/rle'
import { ENTITIES_MARK } from '../contract/connector'

/**
 * DAVIR's entity prompt, equation (10): the instruction, the mark "Entity:", and the content of the changed regions.
 * The paper retrieves the words by similarity of the masked frames to noun phrases; here they are known: a region has
 * a category, and captions link words to it.
 */

/** Models miscount more than this. */
const MOST_ENTITIES = 20
/** Masks of the two frames that share less than this lie in two places (IoU). */
const SAME_LOCATION = 0.3

/** Regions that are marked and described, largest first; numbered from 1 in this order. */
export function markedRegions(document: PairDocument): Region[] {
  return drawnRegions(document)
    .toSorted((a, b) => areaOf(b) - areaOf(a))
    .slice(0, MOST_ENTITIES)
}

/** An empty mask shows nothing that could be marked. */
function drawnRegions(document: PairDocument): Region[] {
  return unrejectedRegions(document).filter((region) => areaOf(region) > 0)
}

function areaOf({ mask, beforeMask }: Region): number {
  return Math.max(rleArea(mask), beforeMask === null ? 0 : rleArea(beforeMask))
}

/** One line a region: its name, how it changed, where, and its share of the picture. */
export function entityPrompt(document: PairDocument): string {
  const marked = markedRegions(document)
  if (marked.length === 0) {
    return 'Entity: none is marked.'
  }
  const left = drawnRegions(document).length - marked.length
  const lines = marked.map((region, index) => `${index + 1}: ${describe(region, document)}`)
  const rest = left === 0 ? [] : [`and ${left} smaller ${left === 1 ? 'one' : 'ones'}, not marked`]
  return ['Entity:', ...lines, ...rest].join('\n')
}

/** The instruction with its placeholder replaced by the entities; one without a placeholder gets none. */
export function fillInstruction(instruction: string, entities: string): string {
  return instruction.replaceAll(ENTITIES_MARK, () => entities).trim()
}

function describe(region: Region, document: PairDocument): string {
  const mask = rleArea(region.mask) > 0 || region.beforeMask === null ? region.mask : region.beforeMask
  const [height, width] = mask.size
  const [x, y, boxWidth, boxHeight] = boundingBox(mask)
  const location = placeOf({ x, y, width: boxWidth, height: boxHeight }, { width, height })
  const kind = kindOf(region)
  const share = shareOf(rleArea(mask) / (width * height))
  return [nameOf(region, document), ...(kind === null ? [] : [kind]), location, share].join(', ')
}

/** Categories that name a kind of change, not a thing: CLEVR-Change's, and measured difference's. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['add', 'appeared'],
  ['added', 'appeared'],
  ['appeared', 'appeared'],
  ['drop', 'vanished'],
  ['removed', 'vanished'],
  ['vanished', 'vanished'],
  ['move', 'moved'],
  ['moved', 'moved'],
  ['color', 'changed its colour'],
  ['material', 'changed its material'],
  ['brighter', 'became brighter'],
  ['darker', 'became darker'],
])
const NAMELESS: ReadonlySet<string> = new Set(['change', 'changed', 'label', 'region', 'object', 'something'])

/** Name of a region in captions, else its category if that names a thing. */
function nameOf({ id, category }: Region, { links, captions }: PairDocument): string {
  const named = links.flatMap(({ captionId, regionId, start, end }) => {
    const text = regionId === id ? captions.find((caption) => caption.id === captionId)?.text : undefined
    const words = text?.slice(start, end).trim() ?? ''
    return words === '' ? [] : [words]
  })
  const plain = category.trim()
  const isThing = !KINDS.has(plain.toLowerCase()) && !NAMELESS.has(plain.toLowerCase())
  // the shortest of several captions' words: long ones contain more than the thing
  return named.toSorted((a, b) => a.length - b.length).at(0) ?? (isThing ? plain : 'something')
}

/** Null if masks and category do not determine it. */
function kindOf({ category, mask, beforeMask }: Region): string | null {
  const match = KINDS.get(category.trim().toLowerCase())
  if (match !== undefined) {
    return match
  }
  if (beforeMask !== null && rleArea(beforeMask) > 0) {
    if (rleArea(mask) === 0) {
      return 'vanished'
    }
    return rleIou(mask, beforeMask) < SAME_LOCATION ? 'moved' : null
  }
  return null
}

function shareOf(share: number): string {
  const percent = 100 * share
  return `${percent < 1 ? 'less than 1' : Math.round(percent)} % of the picture`
}
