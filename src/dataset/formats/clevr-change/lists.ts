import type { Rle } from '../../../mask/rle'
import { boundingBox } from '../../../mask/geometry'
import { captionsOf, NO_CHANGE_SENTENCE } from './triplets'
import type { Triplet } from './triplets'
import type { PlannedPair } from '../../export/export-pair'

/** In the order of the loader's labels. */
const CHANGE_TYPES = ['color', 'material', 'add', 'drop', 'move'] as const
type ChangeType = (typeof CHANGE_TYPES)[number]

const TYPE_OF_CATEGORY = new Map<string, ChangeType>([
  ['color', 'color'],
  ['colour', 'color'],
  ['material', 'material'],
  ['texture', 'material'],
  ['add', 'add'],
  ['added', 'add'],
  ['drop', 'drop'],
  ['dropped', 'drop'],
  ['removed', 'drop'],
  ['move', 'move'],
  ['moved', 'move'],
])

type Box = [x: number, y: number, width: number, height: number]

/** The files beside the images, by name. The place of a triplet is its number. */
export function clevrLists(triplets: readonly Triplet[]): Record<string, string> {
  const keys = triplets.map((_, index) => `CLEVR_default_${numberOf(index)}.png`)
  const numbered = [...triplets.entries()]
  const splits = { train: numbersIn('train'), val: numbersIn('val'), test: numbersIn('test') }
  const types = CHANGE_TYPES.map((type) => {
    const members = numbered.filter(([, { changed }]) => changeTypeOf(changed) === type)
    return [type, members.map(([index]) => `${numberOf(index)}.png`)]
  })
  return {
    'change_captions.json': dictionary(keys, ({ changed }) => captionsOf(changed)),
    'no_change_captions.json': dictionary(keys, ({ unchanged }) =>
      unchanged === null ? [NO_CHANGE_SENTENCE] : captionsOf(unchanged),
    ),
    'change_captions_with_bbox.json': dictionary(
      keys.map((_, index) => String(index)),
      ({ changed }) => boxesOf(changed),
    ),
    'splits.json': `${JSON.stringify(splits)}\n`,
    'type_mapping.json': `${JSON.stringify(Object.fromEntries(types))}\n`,
  }

  function numbersIn(split: string): number[] {
    return numbered.filter(([, { changed }]) => changed.split === split).map(([index]) => index)
  }

  function dictionary(names: readonly string[], valueOf: (triplet: Triplet) => unknown): string {
    const entries = triplets.map((triplet, index) => {
      return `${JSON.stringify(names[index])}: ${JSON.stringify(valueOf(triplet))}`
    })
    return `{\n${entries.join(',\n')}\n}\n`
  }
}

function numberOf(index: number): string {
  return String(index).padStart(6, '0')
}

/** Null where the categories name no type or several. */
export function changeTypeOf({ content }: PlannedPair): ChangeType | null {
  const types = new Set(
    content.regions.map(({ category }) => TYPE_OF_CATEGORY.get(category.trim().toLowerCase()) ?? null),
  )
  return types.size === 1 ? [...types][0] : null
}

/** A thing that kept its place has the box of its after mask in both frames. */
function boxesOf(pair: PlannedPair): { bbox_before: Box | null; bbox_after: Box | null } {
  const { regions } = pair.content
  const after = boxAround(regions.map(({ mask }) => mask))
  const type = changeTypeOf(pair)
  const before = boxAround(regions.flatMap(({ beforeMask }) => (beforeMask === null ? [] : [beforeMask])))
  const isInPlace = before === null && (type === 'color' || type === 'material')
  return { bbox_before: isInPlace ? after : before, bbox_after: after }
}

/** Null where no mask has a pixel. */
function boxAround(masks: readonly Rle[]): Box | null {
  const boxes = masks.map(boundingBox).filter(([, , width]) => width > 0)
  if (boxes.length === 0) {
    return null
  }
  const left = Math.min(...boxes.map(([x]) => x))
  const top = Math.min(...boxes.map(([, y]) => y))
  const right = Math.max(...boxes.map(([x, , width]) => x + width))
  const bottom = Math.max(...boxes.map(([, y, , height]) => y + height))
  return [left, top, right - left, bottom - top]
}
