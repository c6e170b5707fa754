import pluralize from 'pluralize'
import { headOf } from './nouns'

const COLOUR_WORDS = new Set(
  (
    'beige black blue brown cyan golden gray green grey magenta orange pink purple red silver turquoise violet white ' +
    'yellow'
  ).split(' '),
)

/** Their measured colour is that of clothes or of fur in some light, which nobody tells them by. */
const LIVING = new Set(
  (
    'animal bear bird boy bull cat child chicken cow cyclist deer dog driver duck elephant fox giraffe girl goat goose ' +
    'horse lamb lion man monkey pedestrian person pig player rabbit rider sheep tiger woman worker zebra'
  ).split(' '),
)
const NOT_LIVING = new Set(['hot dog', 'teddy bear'])

/** Things that have one colour by their nature, or several at once, or mean something by it. */
const COLOUR_KNOWN = new Set(
  (
    'apple,banana,broccoli,cake,carrot,donut,grass,hot dog,orange,pizza,sandwich,shadow,snow,stop sign,traffic light,' +
    'vegetation,water,wine glass,zebra crossing'
  ).split(','),
)

/** English puts these before a colour, and a project's word is not taken apart. */
const BEFORE_COLOURS =
  /^(?:new|old|big|small|large|little|tiny|tall|short|long|young|modern|missing|broken|damaged|parked|open|closed|empty|abandoned|unfinished|extra|loose|used|cracked|bent|burnt) /i

export function isLiving(word: string): boolean {
  return !NOT_LIVING.has(word.toLowerCase()) && LIVING.has(pluralize.singular(headOf(word).toLowerCase()))
}

/**
 * The colour that is said before a word. It helps to find vehicles, furniture and other objects. It is left out for
 * living things and what has its own colour, and where the word holds a colour: there is no "orange orange", and no
 * "red white van".
 */
export function captionColour(word: string, colour: string | null): string | null {
  const isHidden =
    colour === null ||
    colour === '' ||
    isLiving(word) ||
    COLOUR_KNOWN.has(word.toLowerCase()) ||
    BEFORE_COLOURS.test(word) ||
    holdsAnyColour(word) ||
    holdsColour(word, colour)
  return isHidden ? null : colour
}

/** "greenhouse" holds "dark green" too. */
export function holdsColour(word: string, colour: string): boolean {
  const hue = colour.split(' ').at(-1) ?? colour
  return word.toLowerCase().includes(hue.toLowerCase())
}

export function holdsAnyColour(word: string): boolean {
  return word
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((part) => COLOUR_WORDS.has(part))
}
