/**
 * Abbreviations whose full stop stays with them ("11th St." ends in the word "st."). An initial in brackets is
 * matched in that case only, because the word is common in the other ("[W]ash" but "a car wash.").
 */

const MONTHS = 'jan feb mar apr jun jul aug sep sept oct nov dec'
const DAYS = 'mon tue tues wed thu thurs fri'
const STATES =
  'ala ariz [A]z [A]rk calif colo conn ct dak [D]el fla ga [I]ll ind kan kans ky [L]a [M]ass md mich minn ' +
  '[M]iss mo mont neb nev okla [O]re [P]a penn tenn [T]ex va vt [W]ash wis wisc wyo'
const COMPANIES =
  'inc co cos corp pty ptys pte ptes ppty pptys ppte pptes ltd plc rt bancorp bhd assn univ intl sys'
const TITLES =
  'mr mrs ms dr drs prof profs sen sens rep reps atty attys lt col gen messrs gov govs adm rev maj sgt cpl pvt ' +
  'capt st ste ave pres lieut rt hon brig cmdr comdr pfc spc supt supts det mt ft adj adv asst assoc ens insp ' +
  'mlle mme msgr sfc sr jr bros esq'
const OTHERS =
  'tel est ext sq etc al seq bldg invt elec natl mfg mtg dept blvd rd vs [v] alex wm jos cie cf treas ph'
/** Kept only before a number: "fig. 3". */
const BEFORE_NUMBERS =
  'ca fig figs prop no nos sec secs sect sects art arts para paras bldg pp op approx [P][t] rs'

/** Degrees and the like, with inner stops. */
const DOTTED = 'a\\.k\\.a|(ed|ph)\\.d'

/** Regular expression sources in the notation of `caseless`, without the final stop. */
export const abbreviation = [
  DOTTED,
  ...[MONTHS, DAYS, STATES, COMPANIES, TITLES, OTHERS].flatMap((list) => list.split(' ')),
].join('|')

export const abbreviationBeforeNumber = BEFORE_NUMBERS.split(' ').join('|')

/**
 * If one of these follows an acronym, capitalised, a new sentence begins; then a lone letter is a word and its stop
 * ends the sentence ("vitamin C. The").
 */
export const SENTENCE_OPENERS =
  'About According Additionally After An A As At But Did During Earlier He Her Here How However If In It Last ' +
  'Many More Mr\\. Ms\\. Now Once One Other Our She Since So Some Such That The Their Then There These They ' +
  'This We When While What Who Why Yet You'

/**
 * Regular expression source in which a plain letter matches both cases and a letter in a class matches its own case
 * only, like the rules of the PTB tokenizer's lexer (JFlex `%caseless`).
 */
export function caseless(source: string): string {
  return source.replace(/\\p\{\w+\}|\\u[0-9A-F]{4}|\\.|\[(?:\\.|[^\]\\])*\]|[A-Za-z]/g, (part) =>
    /^[A-Za-z]$/.test(part) ? `[${part.toLowerCase()}${part.toUpperCase()}]` : part,
  )
}

/** Rewritten forms of tokens in the PTB tokenizer. */

const BRACKETS: Record<string, string> = {
  '(': '-LRB-',
  ')': '-RRB-',
  '{': '-LCB-',
  '}': '-RCB-',
  '[': '-LSB-',
  ']': '-RSB-',
  '&lt;': '<',
  '&gt;': '>',
}

export function bracket(token: string): string {
  return BRACKETS[token.toLowerCase()] ?? token
}

/** Brackets inside a longer token (smileys, telephone numbers); blanks are made no-break. */
export function innerBrackets(token: string): string {
  return noBreak(token.replaceAll('(', '-LRB-').replaceAll(')', '-RRB-'))
}

/** A token never contains a blank: U+00A0 replaces it. */
export function noBreak(token: string): string {
  return token.replaceAll(' ', '\u00A0')
}

/** Slashes and asterisks get a backslash, once. */
export function escapeSlashes(token: string): string {
  return noBreak(token.replace(/(?<!\\)([/*])/g, '\\$1'))
}

export function escapeAsterisks(token: string): string {
  return token.replace(/(?<!\\)\*/g, '\\*')
}

export function removeSoftHyphens(token: string): string {
  return token.replaceAll('\u00AD', '') || '-'
}

export function plainNumber(token: string): string {
  return token.replace(/[\u00AD\u066C\u2009\u202F]/g, '')
}

export function ampersand(token: string): string {
  return token.replace(/&amp;/gi, '&')
}

const FRACTIONS: Record<string, string> = {
  '¼': '1\\/4',
  '½': '1\\/2',
  '¾': '3\\/4',
  '⅓': '1\\/3',
  '⅔': '2\\/3',
}

export function fraction(token: string): string {
  return FRACTIONS[token] ?? token
}

/** The treebank has only the dollar, the pound ("#") and the cent. */
export function currency(token: string): string {
  return token
    .replaceAll('\u00A2', 'cents')
    .replaceAll('\u00A3', '#')
    .replace(/[\u0080\u00A4\u20A0\u20AC]/g, '$')
}

/** Dashes of three or four hyphens are one dash. */
export function hyphens(token: string): string {
  return token.length === 3 || token.length === 4 ? '--' : token
}

/** Quotes in LaTeX form. Straight ones open if `isOpening`. */
export function quotes(token: string, isOpening: boolean): string {
  const [single, double] = isOpening ? ['`', '``'] : ["'", "''"]
  return token
    .replace(/"|''|'`|`'|&quot;/gi, double)
    .replace(/&apos;|(?<!['`])'(?!')/gi, single)
    .replace(/[\u0082\u008B\u0091\u2018\u201A\u201B\u2039]/g, '`')
    .replace(/[\u0092\u009B\u00B4\u2019\u203A]/g, "'")
    .replace(/[\u0084\u0093\u201C\u201E\u00AB]/g, '``')
    .replace(/[\u0094\u201D\u00BB]/g, "''")
}
