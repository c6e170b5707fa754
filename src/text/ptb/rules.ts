import {
  abbreviation,
  abbreviationBeforeNumber,
  SENTENCE_OPENERS,
  caseless,
  ampersand,
  bracket,
  currency,
  escapeAsterisks,
  escapeSlashes,
  fraction,
  hyphens,
  innerBrackets,
  noBreak,
  plainNumber,
  quotes,
  removeSoftHyphens,
} from './normal-forms'

/**
 * The rules of the Penn Treebank tokenizer that the COCO caption evaluation uses (Stanford CoreNLP 3.4.1 with its
 * default options: brackets, quotes, dashes and fractions rewritten, spelling kept). At each place the longest match
 * wins, its required right context included; of equally long ones the first rule wins.
 */
export interface Rule {
  /** Sticky; group 1 is the token, the rest is only required to follow. */
  pattern: RegExp
  /** The written form. Default: the token itself. */
  write?: (token: string) => string
  /** Characters at the token's end that are read again as the next token. */
  giveBack?: number
}

const SPACE = '[ \\t\\u00A0\\u2000-\\u200A\\u3000]'
const SPACE_OR_LINE = '[ \\t\\u00A0\\u2000-\\u200A\\u3000\\r\\n\\u2028\\u2029\\u000B\\u000C\\u0085]'
const DIGIT = '[\\p{Nd}]'
const LETTER =
  '(?:[\\p{L}\\u00AD\\u02C2-\\u02C5\\u02D2-\\u02DF\\u02E5-\\u02FF\\p{M}]|&[aeiouAEIOU](?:acute|grave|uml);)'
const ALNUM = '[\\p{L}\\p{Nd}]'
const ASCII = '[A-Za-z0-9\\u00AD]'
const APOSTROPHE = "(?:['\\u0092\\u2019\\u00B4]|&apos;)"
const ANY_APOSTROPHE = "(?:['\\u0092\\u2019\\u00B4`\\u0091\\u2018\\u201B]|&apos;)"
const HYPHEN = '[-_\\u058A\\u2010\\u2011]'
const IN_SENTENCE = '[,;:\\u3001]'
const WORD = `${LETTER}+`
const CONTRACTION = `${APOSTROPHE}(?:[msdMSD]|re|ve|ll)`
const NEGATION = `n${ANY_APOSTROPHE}t`
/** Inner stops: "U.S". */
const ACRONYM =
  '[A-Za-z](?:\\.[A-Za-z])+|(?:canada|sino|korean|eu|japan|non)-u\\.s|u\\.s\\.-(?:u\\.k|u\\.s\\.s\\.r)'
/** A number with separators inside; longer than the letters and digits that begin at the same place. */
const SEPARATED = `(?:${DIGIT}+(?:[.:,\\u00AD\\u066B\\u066C\\u2009\\u202F]${DIGIT}+)+|(?:[.,\\u066B\\u066C]${DIGIT}+)+)`
const ELIDED = `(?:[dDoOlL]${ANY_APOSTROPHE}${ALNUM})?`
const COMPOUND = `${ELIDED}(?:[-+]?${SEPARATED}|[-+]${DIGIT}+|${ALNUM}+)(?:${HYPHEN}${ELIDED}(?:${SEPARATED}|${ALNUM}+))*`
const DOTTED_COMPOUND = `[A-Za-z0-9][A-Za-z0-9.,\\u00AD]*(?:-(?:(?:${ACRONYM})\\.|${ASCII}+(?:\\.[0-9]+)?))+`
const SLASHED = '[A-Za-z0-9]+(?:-[A-Za-z]+){0,2}(?:\\\\?/[A-Za-z0-9]+(?:-[A-Za-z]+){0,2}){1,2}'
const INITIALS = '[A-Z]+(?:(?:[+&]|&amp;)[A-Z]+)+'
const DOUBLE_QUOTE = "(?:\"|&quot;|[`'\\u0091\\u0092\\u2018\\u2019]')"
const EXTENSION =
  'bat|bmp|bz2|c|class|cgi|cpp|dll|docx?|exe|gif|gz|html?|h|jar|java|jpe?g|mov|mp[34g]|pdf|php|pl|png|ppt|ps|' +
  'py|sql|tar|txt|wav|xml|x|zip|3gp|wm[va]|avi|flv'
const SYMBOLS =
  '[+%&~^|\\\\\\u00A6-\\u00A9\\u00AC\\u00AE-\\u00BA\\u00D7\\u00F7\\u0387\\u05BE\\u05C0\\u05C3\\u05C6\\u05F3' +
  '\\u05F4\\u0600-\\u0603\\u0606-\\u060A\\u060C\\u0614\\u061B\\u061E\\u066A\\u066D\\u0703-\\u070D\\u07F6-\\u07F8' +
  '\\u0964\\u0965\\u0E4F\\u1FBD\\u2016\\u2017\\u2020-\\u2025\\u2030-\\u2038\\u203B\\u203C\\u203E-\\u2044' +
  '\\u207A-\\u207F\\u208A-\\u208E\\u2100-\\u214F\\u2190-\\u2BFF\\u3001-\\u3006\\u3008-\\u3020\\u30FB' +
  '\\uFF01-\\uFF0F\\uFF1A-\\uFF20\\uFF3B-\\uFF40\\uFF5B-\\uFF65]'

const closing = (token: string) => quotes(token, false)
const opening = (token: string) => quotes(token, true)

const APOSTROPHE_WORDS: readonly string[] = [
  `${APOSTROPHE}n${APOSTROPHE}?`,
  `[lLdDjJ]${APOSTROPHE}`,
  `(?:dunkin|somethin|ol)${APOSTROPHE}`,
  `${APOSTROPHE}em`,
  `diff${ANY_APOSTROPHE}rent`,
  `[A-HJ-XZn]${ANY_APOSTROPHE}[\\p{L}]{2,}`,
  `${APOSTROPHE}[2-9]0s`,
  `${APOSTROPHE}till?`,
  `[\\p{L}]+[aeiouyAEIOUY]${ANY_APOSTROPHE}[aeiouA-Z][\\p{L}]*`,
  `${APOSTROPHE}cause`,
  "cont'd\\.?",
  "(?:nor'easter|c'mon|e'er|s'mores|ev'ry|li'l|nat'l)",
  `o${ANY_APOSTROPHE}o`,
]

export const rules: readonly Rule[] = [
  // Words that are two.
  rule("cannot|'twas", '', { giveBack: 3 }),
  rule(`${APOSTROPHE}tis|gonna|gotta|lemme|gimme|wanna`, '', { giveBack: 2 }),
  rule('<[/]?[A-Za-z!?][^>\\r\\n]*>', '', { write: noBreak }),
  rule('&(?:md|mdash|ndash);|[\\u0096\\u0097\\u2013\\u2014\\u2015]', '', { write: () => '--' }),
  rule('&amp;', '', { write: ampersand }),
  rule('&(?:ht|tl|ur|lr|qc|ql|qr|odq|cdq|#[0-9]+);'),
  // Words and their contractions.
  rule(WORD, CONTRACTION, { write: removeSoftHyphens }),
  rule('[A-Za-z\\u00AD]*[A-MO-Za-mo-z]\\u00AD*', NEGATION, { write: removeSoftHyphens }),
  rule(WORD, '', { write: removeSoftHyphens }),
  ...APOSTROPHE_WORDS.map((source) => rule(source, '', { write: closing })),
  rule(`y${APOSTROPHE}`, '[\\p{L}]'),
  // Addresses.
  rule(
    '(?:ftp|svn|svn[+]ssh|https?|mailto)://[^ \\t\\n\\f\\r"<>|(){}\\[\\]]+[^ \\t\\n\\f\\r"\'<>|.!?(){},;:&\\[\\]-]',
    '',
    { write: escapeSlashes },
  ),
  rule(
    '(?:www\\.(?:[^ \\t\\n\\f\\r"<>|.!?(){},]+\\.)+[a-zA-Z]{2,4}|' +
      '(?:[^ \\t\\n\\f\\r"`\'<>|.!?(){},-_$]+\\.)+(?:com|net|org|edu))' +
      '(?:/[^ \\t\\n\\f\\r"<>|()]+[^ \\t\\n\\f\\r"<>|.!?(){},-])?',
    '',
    { write: escapeSlashes },
  ),
  rule('(?:&lt;|<)?(?:mailto:)?[a-zA-Z0-9._%+-]+@[A-Za-z0-9][A-Za-z0-9.-]*[A-Za-z0-9](?:&gt;|>)?'),
  rule('[@\\uFF20][a-zA-Z_][a-zA-Z_0-9]*'),
  rule(`[#\\uFF03]${LETTER}(?:${LETTER}|${DIGIT}|_)*(?:${LETTER}|${DIGIT})`),
  rule(CONTRACTION, '[^A-Za-z]', { write: closing }),
  rule(NEGATION, '[^A-Za-z]', { write: closing }),
  // Numbers.
  rule(`${DIGIT}{1,2}[-/]${DIGIT}{1,2}[-/]${DIGIT}{2,4}`, '', { write: escapeSlashes }),
  rule(`[-+]?(?:${SEPARATED}|${DIGIT}+)`, '', { write: plainNumber }),
  rule(
    '[\\u207A\\u207B\\u208A\\u208B]?(?:[\\u2070\\u00B9\\u00B2\\u00B3\\u2074-\\u2079]+|[\\u2080-\\u2089]+)',
  ),
  rule(`(?:${DIGIT}{1,4}[- \\u00A0])?${DIGIT}{1,4}(?:\\\\?/|\\u2044)${DIGIT}{1,4}`, '', {
    write: escapeSlashes,
  }),
  rule('[\\u00BC-\\u00BE\\u2153-\\u215E]', '', { write: fraction }),
  // The treebank's own words.
  rule(
    `-(?:rrb|lrb|rcb|lcb|rsb|lsb)-|c\\.d\\.s|pro-|anti-|s(?:&|&amp;)(?:p-500|ls)|cap${APOSTROPHE}n|c${APOSTROPHE}est`,
    '',
    { write: ampersand },
  ),
  rule('(?:e|yahoo|jeopardy)!'),
  rule(SLASHED, '', { write: escapeSlashes }),
  rule('[A-Z]*[$]|#'),
  rule(
    '[\\u00A2-\\u00A5\\u0080\\u20A0\\u20AA\\u20AC\\u20B9\\u060B\\u0E3F\\u20A4\\uFFE0\\uFFE1\\uFFE5\\uFFE6]',
    '',
    { write: currency },
  ),
  // Acronyms and abbreviations: the stop stays.
  sentenceFinalLetter(),
  rule(`(?:${abbreviationBeforeNumber})\\.`, `${SPACE_OR_LINE}?${DIGIT}`),
  // Longer alternatives first: a regular expression takes the first that fits.
  rule(`(?:${ACRONYM}|${abbreviation}|[A-Za-z])\\.`),
  rule(ACRONYM, SPACE_OR_LINE),
  rule(`${APOSTROPHE}[0-9][0-9]`, SPACE_OR_LINE, { write: closing }),
  rule(`${ALNUM}+(?:[-._/]${ALNUM}+)*\\.(?:${EXTENSION})`, `(?:${SPACE}|[.?!,"'<\\n])`),
  rule(`${WORD}\\.`, IN_SENTENCE, { write: removeSoftHyphens }),
  rule(
    '(?:[(][0-9]{2,3}[)][ \\u00A0]?|(?:[+][+]?)?(?:[0-9]{2,4}[- \\u00A0])?[0-9]{2,4}[- \\u00A0])' +
      '[0-9]{3,4}[- \\u00A0]?[0-9]{3,5}|(?:(?:[+][+]?)?[0-9]{2,4}\\.)?[0-9]{2,4}\\.[0-9]{3,4}\\.[0-9]{3,5}',
    '',
    { write: innerBrackets },
  ),
  // Quotes, brackets, faces.
  rule(DOUBLE_QUOTE, `(?:${ALNUM}|[$])`, { write: opening }),
  rule(DOUBLE_QUOTE, '', { write: closing }),
  rule('[<>(){}\\[\\]]|&lt;|&gt;', '', { write: bracket }),
  rule("[<>]?[:;=][-o*']?[()DPdpO\\\\{@|\\[\\]]", '[^A-Za-z0-9]', { write: innerBrackets }),
  rule("[\\^x=~<>]\\.\\[[\\^x=~<>]|[-\\^x=~<>']_[-\\^x=~<>']|[(][-\\^x=~<>'][_.]?[-\\^x=~<>'][)]", '', {
    write: innerBrackets,
  }),
  // Punctuation.
  rule('-+', '', { write: hyphens }),
  rule('\\.{3,}|[\\u0085\\u2026]|\\.[ \\u00A0](?:\\.[ \\u00A0])+\\.', '', { write: () => '...' }),
  rule('@+|#+|_+'),
  rule('[*]+|(?:\\\\[*]){1,3}', '', { write: escapeAsterisks }),
  rule(IN_SENTENCE),
  rule('[?!]+'),
  rule('[.¡¿\\u037E\\u0589\\u061F\\u06D4\\u0700-\\u0702\\u07FA\\u3002]'),
  rule('=+'),
  rule('/', '', { write: escapeSlashes }),
  // Words with hyphens, digits and elisions.
  rule(`${DOTTED_COMPOUND}\\.`, IN_SENTENCE, { write: removeSoftHyphens }),
  rule(DOTTED_COMPOUND, '', { write: removeSoftHyphens }),
  rule(`${COMPOUND}\\.`, IN_SENTENCE, { write: closing }),
  rule(COMPOUND, '', { write: closing }),
  rule(`${INITIALS}\\.`, IN_SENTENCE, { write: ampersand }),
  rule(INITIALS, '', { write: ampersand }),
  // Remaining quotes and symbols.
  rule("'", '[A-Za-z][^ \\t\\n\\r\\u00A0]', { write: opening }),
  rule(CONTRACTION, '', { write: closing }),
  rule(
    `[\`\\u2018-\\u201F\\u0082\\u0084\\u0091-\\u0094\\u2039\\u203A\\u00AB\\u00BB]{1,2}|${APOSTROPHE}`,
    '',
    {
      write: closing,
    },
  ),
  rule('<<|>>'),
  rule(SYMBOLS),
]

/** Whether a word of letters with a stop after it may be an abbreviation. */
export const abbreviated = new RegExp(caseless(`^(?:${abbreviation}|${abbreviationBeforeNumber}|[A-Za-z])$`))

/** Words of letters that the first two rules split. */
export const SPLIT_WORDS: ReadonlySet<string> = new Set([
  'cannot',
  'gonna',
  'gotta',
  'lemme',
  'gimme',
  'wanna',
])

function rule(token: string, then = '', options: Pick<Rule, 'write' | 'giveBack'> = {}): Rule {
  return { pattern: new RegExp(caseless(`(${token})(?:${then})`), 'uy'), ...options }
}

/** Case counts here: "C. The", not "c. the". */
function sentenceFinalLetter(): Rule {
  const openers = SENTENCE_OPENERS.split(' ').join('|')
  return { pattern: new RegExp(`([A-Za-z]\\.)${SPACE}+(?:${openers})(?:${SPACE}|[?!])`, 'uy'), giveBack: 1 }
}
