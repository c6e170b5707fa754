import { tagWords } from '../../names/locate/tag-words'
import { germanCaptionWords } from '../../names/locate/words/de'
import { englishCaptionWords } from '../../names/locate/words/en'
import { chineseCaptionWords } from '../../names/locate/words/zh-Hans'

/** Words of a caption that are false of the turned picture, or of a part of it. English is turned word by word. */
interface PlaceWords {
  /** Sides, false where left and right are exchanged. */
  readonly across: RegExp
  /** False where top and bottom are exchanged. */
  readonly down: RegExp
  /** False where either is: turns, and what is written in the picture. */
  readonly either: RegExp
  /** A place in the picture as a whole. */
  readonly place: RegExp
}

/** A German word, or one that begins so. */
const german = (...words: readonly string[]): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${words.join('|')})(?!\\p{L})`, 'iu')

const GERMAN_SIDES = '(?:links|rechts)\\p{L}*|(?:linke|rechte)[mnrs]?'
const GERMAN_HEIGHTS = 'oben|unten|(?:ober|unter)(?:e[mnrs]?|halb|seite|kante|rand)'
const GERMAN_PARTS = '(?:seiten?|hälften?|ecken?|rand|teil|ufer|flügel)'

const OTHER_LANGUAGES: readonly PlaceWords[] = [
  {
    across: german(
      GERMAN_SIDES,
      '(?:nord|süd)?(?:osten|westen|östlich\\p{L}*|westlich\\p{L}*)',
      `(?:nord|süd)?(?:ost|west)${GERMAN_PARTS}`,
    ),
    down: german(
      GERMAN_HEIGHTS,
      '(?:dar)?(?:über|unter)',
      'hoch|hinauf|herauf|hinab|herab|herunter|hinunter|aufwärts|abwärts',
      'norden|süden|nördlich\\p{L}*|südlich\\p{L}*|(?:nord|süd)(?:ost|öst|west)\\p{L}*',
      `(?:nord|süd)${GERMAN_PARTS}`,
    ),
    // "ein Objekt der Art „road sign“" is written by the program, and not in the picture
    either: /uhrzeigersinn|(?<!der Art )„[^“]+“|(?<!\p{L})(?:buchstaben?|wort|wörter|schriftzug)(?!\p{L})/iu,
    place: german(
      GERMAN_SIDES,
      GERMAN_HEIGHTS,
      'mitte|mittig|mittlere[mnrs]?|zentrum|zentral\\p{L}*',
      'bild(?:mitte|rand|ecke|hälfte)',
    ),
  },
  {
    across: /[左右东西]/u,
    down: /[上下北南顶底]/u,
    either: /顺时针|逆时针|字|写着|「[^」]+」|“[^”]+”/u,
    place: /[左右]|[上下][方面部边]|[顶底]部|中[央间部心]|正中/u,
  },
]

/** Whether a German or Chinese caption may be false of the picture that is turned so. */
export function namesSide(caption: string, turned: 'across' | 'down'): boolean {
  return OTHER_LANGUAGES.some((words) => words[turned].test(caption) || words.either.test(caption))
}

/** Whether a German or Chinese caption tells a place in the whole picture. */
export function namesPlaceInOtherLanguage(caption: string): boolean {
  return OTHER_LANGUAGES.some(({ place }) => place.test(caption))
}

/** Of its letters; two short words that languages share are less. */
const LEAST_KNOWN = 0.15

/** Whether a caption is in English, German or Chinese, so that its words for a side are known. */
export function isKnownLanguage(caption: string): boolean {
  return [englishCaptionWords, germanCaptionWords, chineseCaptionWords].some((words) => {
    const tagged = tagWords(caption, words, []).filter(({ tag }) => tag.is !== 'stop' && tag.is !== 'comma')
    const lengthOf = (tokens: typeof tagged): number =>
      tokens.reduce((sum, { start, end }) => sum + end - start, 0)
    return lengthOf(tagged.filter(({ tag }) => tag.is !== 'unknown')) >= LEAST_KNOWN * lengthOf(tagged)
  })
}
