import indefinite from 'indefinite'
import { isSpelt } from './acronyms'

/** First words, in lower case, whose sound the library takes for another. */
const ARTICLES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ewe: 'a',
    ewer: 'a',
    herb: 'a',
    herbs: 'a',
    heirloom: 'an',
    hgv: 'an',
    hourglass: 'an',
    lcd: 'an',
    led: 'an',
    oneway: 'a',
    rfid: 'an',
    rv: 'an',
    suv: 'an',
    uav: 'a',
    ugv: 'a',
    ukulele: 'a',
    uniformed: 'a',
    united: 'a',
    unitary: 'a',
    usb: 'a',
    used: 'a',
    ute: 'a',
    uv: 'a',
  }),
)

/** The phrase with 'a' or 'an' before it, by its first sound: an hour, a unit, an HGV, an M3 screw, a NEW ROOF. */
export function withArticle(phrase: string): string {
  return `${articleOf(phrase)} ${phrase}`
}

function articleOf(phrase: string): string {
  const spoken = phrase.normalize('NFD').replace(/^[^a-z0-9]+/i, '')
  const [first = ''] = spoken.split(/[^a-z0-9]/i)
  const known = ARTICLES.get(first.toLowerCase())
  if (known !== undefined) {
    return known
  }
  // of a code such as M3 or USB-C the library has to see the letters alone
  const capitals = /^[A-Z]+(?![a-z])/.exec(first)?.[0] ?? ''
  const isCode = capitals.length < first.length || (isSpelt(capitals) && !isShouted(spoken))
  return indefinite(isCode && capitals !== '' ? capitals : spoken.toLowerCase(), { articleOnly: true })
}

/** Words that are all written large: "NEW ROOF". */
function isShouted(phrase: string): boolean {
  return /^[A-Z]*[AEIOUY][A-Z]*( [A-Z]+)+$/.test(phrase)
}
