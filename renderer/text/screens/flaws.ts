import { cutOff, plainTexts } from '../../testing/look'
import { takePictures } from '../../testing/take-pictures'

/** What the made engine says, of which the screen also shows parts. Nothing of it is a text of the screen. */
const SAID = [
  'a house was built beside the road',
  'there is a new house',
  'a car is new',
  'a house is new',
  'a new house',
  'harbour, market, station, town, boards',
  'building, bicycle, boat, car, crane, dining table, person, shed, truck',
  'CCRC base, ccrc-base, town-1, Town, first, seer-7b, Blocks, Aerial,',
  'Segment Anything 2, tiny',
  'COCO LEVIR-MCI LLaVA conversations',
  'Card What it was taught.',
  'decode 20 ms',
  'Ada, Rita, Rolf, Rosa, ccrc-base 14',
]

/** Paths, file names and addresses, regions of buckets, dates, sizes, and keys; the instruction to a language model; a field that nobody sees. */
const DATA = [
  /^[:\s]*\S*\/\S+$/,
  /^\d(?:_\w+)?\.png$|^pairs\.csv$/,
  /^https:\/\/$/,
  /^us-east-1$/,
  /^(?:\(Shift\+K\)\s|seer-7b, )http:\S+$/,
  /^\d+\/\d+\/\d+, \d+:\d+ [AP]M$/,
  /^[A-Z][a-z]{2} \d+, \d{4}, [\d:]+ [AP]M$/,
  /^\d+ (?:MB|bytes|px)$|^px$/,
  /^\(?(?:(?:(?:Ctrl|Shift)\+)*(?:[A-Z/→]|F2|Enter|Del|Backspace|Space)(?: \/ )?)+\)?$/,
  /^The first picture is before, the second is after/,
  /^autosize measurement$/,
  // the pair of a notice
  /^market:$/,
]

function isData(rest: string): boolean {
  return SAID.some((said) => said.includes(rest)) || DATA.some((one) => one.test(rest))
}

/** Texts that no catalogue has, and texts that do not fit. */
export async function flaws(): Promise<string[]> {
  await document.fonts.ready
  await takePictures()
  // other languages come here for their pictures alone
  if (document.documentElement.lang !== 'en-XA') {
    return []
  }
  return [
    ...plainTexts(isData).map((text) => `plain: ${text}`),
    ...cutOff().map((place) => `cut off: ${place}`),
  ]
}
