/**
 * The word lists that ship with Deltascribe, in place of METEOR's own, which may not be shipped. By how much
 * the scores differ is in docs/metrics.md.
 */

/** Closed classes of English and a few other very common words, with the pieces that tokenising leaves of contractions, and punctuation. */
export const englishFunctionWords: ReadonlySet<string> = new Set(
  (
    'a an the this that these those ' +
    'i you he she it we they me him her us them my your his its our their who which what ' +
    'of in on at to for with from by as into over after up out about ' +
    'and or but if than when so ' +
    'be is are was were been am has have had do does did will would can could may should ' +
    "not no 's 't 're 've 'll 'd 'm s t " +
    'there all more some also one two other new ' +
    ', . : ; ? ! \' " ` ( ) - -- -lrb- -rrb- “ ” ’ — $'
  ).split(' '),
)

/** Abbreviations after which METEOR's tokenisation keeps the full stop on the word. */
export const englishNonbreakingPrefixes: ReadonlyMap<string, 'always' | 'before a number'> = new Map([
  ...(
    'A B C D E F G H I J K L M N O P Q R S T U V W X Y Z ' +
    'Mr Mrs Ms Dr Prof St Gen Col Capt Lt Sgt Maj Rev Sen Rep Gov Pres Hon Jr Sr Mt Ft ' +
    'Ave Blvd Bldg Dept Corp Inc Ltd Co Bros vs etc'
  )
    .split(' ')
    .map((word) => [word, 'always'] as const),
  ...'No Nos Art Vol pp Fig'.split(' ').map((word) => [word, 'before a number'] as const),
])
