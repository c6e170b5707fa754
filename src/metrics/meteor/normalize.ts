import type { MeteorResources } from './resources'

/**
 * METEOR 1.5's own tokenisation of English (`-norm`): punctuation apart, quotes and dashes made alike, hyphened
 * words split, contractions split to the right ("it 's"), full stops split off except after known prefixes.
 * Character classes are Java's (ASCII \s, \d and lower case). Source: cmu-mtlab/meteor, README and the
 * behaviour of its Normalizer.
 */

const LETTERS = 'A-Za-zŠŽšžŸÀ-ÖØ-öø-ž'
const separate = new RegExp(`([^0-9${LETTERS}\\t-\\r .'\`,\\-‘’])`, 'g')
const dashInWord = new RegExp(`([0-9${LETTERS}.])-([0-9${LETTERS}])`, 'g')
const apostrophes: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`([^${LETTERS}])'([^${LETTERS}])`, 'g'), "$1 ' $2"],
  [new RegExp(`([^${LETTERS}0-9])'([${LETTERS}])`, 'g'), "$1 ' $2"],
  [new RegExp(`([${LETTERS}])'([^${LETTERS}])`, 'g'), "$1 ' $2"],
  [new RegExp(`([${LETTERS}])'([${LETTERS}])`, 'g'), "$1 '$2"],
  [/([0-9])'(s)/g, "$1 '$2"],
]
const anyLetter = new RegExp(`[${LETTERS}]`)
/** Stands for a dot of "..", which the rules for single dots must not see. */
const HELD_DOT = '\uE000'

/** One line of words, single blanks between them, case kept. */
export function normalizeEnglish(line: string, prefixes: MeteorResources['nonbreakingPrefixes']): string {
  let text = ` ${line} `.replace(separate, ' $1 ')
  text = text.replace(/\.{2,}/g, (dots) => ` ${HELD_DOT.repeat(dots.length)} `)
  text = text
    .replace(/([^0-9]),([^0-9])/g, '$1 , $2')
    .replace(/([0-9]),([^0-9])/g, '$1 , $2')
    .replace(/([^0-9]),([0-9])/g, '$1 , $2')
    .replace(/[`‘’]/g, "'")
    .replace(/[“”]|''/g, ' " ')
    .replaceAll('–', '-')
    .replaceAll('--', '-')
    .replace(dashInWord, '$1 $2')
  for (const [pattern, replacement] of apostrophes) {
    text = text.replace(pattern, replacement)
  }
  const words = javaTokens(text)
  return words
    .map((word, index) => splitFullStop(word, words[index + 1], prefixes))
    .join(' ')
    .replaceAll(HELD_DOT, '.')
    .replace(/ +/g, ' ')
    .trim()
}

/** Words as Java's StringTokenizer gives them. */
export function javaTokens(text: string): string[] {
  return text.split(/[ \t\n\r\f]+/).filter((word) => word !== '')
}

function splitFullStop(
  word: string,
  next: string | undefined,
  prefixes: MeteorResources['nonbreakingPrefixes'],
): string {
  if (word.length < 2 || !word.endsWith('.')) {
    return word
  }
  const stem = word.slice(0, -1)
  if (stem.includes('.') && anyLetter.test(stem)) {
    return word.replaceAll('.', '')
  }
  const kind = prefixes.get(stem)
  const isKept =
    kind === 'always' ||
    (next !== undefined && /^[a-z]/.test(next)) ||
    (kind === 'before a number' && next !== undefined && /^[0-9]/.test(next))
  return isKept ? word : `${stem} .`
}
