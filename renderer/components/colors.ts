import type { ReviewState } from '../../src/domain/pair'

/** Okabe and Ito's set, told apart with every common kind of colour blindness; black is left to the page. */
const OKABE_ITO = {
  vermilion: '#d55e00',
  skyBlue: '#56b4e9',
  bluishGreen: '#009e73',
  orange: '#e69f00',
  reddishPurple: '#cc79a7',
  yellow: '#f0e442',
  blue: '#0072b2',
} as const
const palette = Object.values(OKABE_ITO)

/** Categories that proposers give: those that are seen together share no colour (but move and swap), and what means the same has the same. */
const proposerColors = new Map<string, string>(
  Object.entries({
    change: OKABE_ITO.vermilion,
    changed: OKABE_ITO.vermilion,
    appeared: OKABE_ITO.bluishGreen,
    added: OKABE_ITO.bluishGreen,
    vanished: OKABE_ITO.reddishPurple,
    removed: OKABE_ITO.reddishPurple,
    moved: OKABE_ITO.skyBlue,
    brighter: OKABE_ITO.yellow,
    darker: OKABE_ITO.blue,
    add: OKABE_ITO.bluishGreen,
    drop: OKABE_ITO.reddishPurple,
    move: OKABE_ITO.skyBlue,
    swap: OKABE_ITO.skyBlue,
    color: OKABE_ITO.orange,
    material: OKABE_ITO.blue,
    size: OKABE_ITO.yellow,
    rotate: OKABE_ITO.vermilion,
    building: OKABE_ITO.orange,
    road: OKABE_ITO.blue,
    trees: OKABE_ITO.bluishGreen,
    water: OKABE_ITO.skyBlue,
    'only in this': OKABE_ITO.vermilion,
    'only in the other': OKABE_ITO.blue,
    'in both': OKABE_ITO.bluishGreen,
  }),
)

/** The same name has the same colour in every project and session. `#rrggbb`. */
export function categoryColor(category: string): string {
  return proposerColors.get(category.toLowerCase()) ?? palette[hash(category) % palette.length]
}

/** Of the first, second and later ones of several people or things, from 0 on; after seven they begin anew. `#rrggbb`. */
export function ordinalColor(index: number): string {
  return palette[index % palette.length]
}

/** FNV-1a over UTF-16 units, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0
  }
  return value
}

/** Review states, told apart by icon as well as by colour; Okabe and Ito's set. */
export const STATE_COLORS: Record<ReviewState, string> = {
  unreviewed: '#8c8c8c',
  accepted: '#009e73',
  corrected: '#56b4e9',
  rejected: '#d55e00',
  flagged: '#e69f00',
}
