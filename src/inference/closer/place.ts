import type { Rect } from '../../mask/bitmap'

const ROWS = ['top', 'middle', 'bottom'] as const
const COLUMNS = ['left', 'middle', 'right'] as const

/** Words that say where in its picture a caption's subject is. */
const PLACE_WORDS =
  / ?\b(?:at the (?:top|bottom)(?: (?:left|right))?|on the (?:left|right)|in the middle)(?: of the (?:picture|image|scene))?(?=,| and |$)/g

/** "at the top left", "on the right", "in the middle": where the middle of a box lies in its image. */
export function placeOf(box: Rect, image: { width: number; height: number }): string {
  const row = ROWS[third(box.y + box.height / 2, image.height)]
  const column = COLUMNS[third(box.x + box.width / 2, image.width)]
  if (row === 'middle') return column === 'middle' ? 'in the middle' : `on the ${column}`
  return column === 'middle' ? `at the ${row}` : `at the ${row} ${column}`
}

/** A caption of a window said of the whole image: its own places go, the true one is added. */
export function placeInWhole(caption: string, place: string): string {
  return `${withoutPlaces(caption)}, ${place}`
}

/** A caption without the words that say where in its picture its subject is. */
export function withoutPlaces(caption: string): string {
  return caption.replaceAll(PLACE_WORDS, '').trim()
}

function third(at: number, side: number): 0 | 1 | 2 {
  return at < side / 3 ? 0 : at < (2 * side) / 3 ? 1 : 2
}
