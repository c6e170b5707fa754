import { captionLanguageSchema } from '../../contract/project'
import type { CaptionLanguage } from '../../contract/project'
import type { CaptionQuery, QueriedThing, CaptionWords, Tagged } from './caption-query'
import { readClause } from './read-clause'
import type { ReadClause } from './clause'
import { completed, segmentsOf } from './segments'
import { tagWords } from './tag-words'
import type { ProjectWord } from './tag-words'
import { germanCaptionWords } from './words/de'
import { englishCaptionWords } from './words/en'
import { chineseCaptionWords } from './words/zh-Hans'

const LANGUAGES: Readonly<Record<CaptionLanguage, CaptionWords>> = {
  en: englishCaptionWords,
  de: germanCaptionWords,
  'zh-Hans': chineseCaptionWords,
}

/** Things that one caption asks for: more are not looked for. */
const MOST_QUERIES = 40

/**
 * The things that a caption tells of, in its order, in the language that knows the most of it.
 * @param language of the project, where several know as much
 * @returns none where nothing in it is known
 */
export function readCaption(
  caption: string,
  project: readonly ProjectWord[],
  language: CaptionLanguage = 'en',
): CaptionQuery[] {
  const languages = [language, ...captionLanguageSchema.options.filter((other) => other !== language)]
  const read = languages.map((one) => {
    const tagged = tagWords(caption, LANGUAGES[one], project)
    return { one, tagged, known: knownLength(tagged) }
  })
  const most = Math.max(...read.map(({ known }) => known))
  const best = read.find(({ known }) => known === most)
  return best === undefined || most === 0 ? [] : queriesIn(best.tagged, LANGUAGES[best.one])
}

/** Letters of the words that are known. */
function knownLength(tagged: readonly Tagged[]): number {
  return tagged.reduce(
    (sum, { tag, start, end }) => sum + (/^(?:unknown|stop|comma)$/.test(tag.is) ? 0 : end - start),
    0,
  )
}

function queriesIn(tagged: readonly Tagged[], language: CaptionWords): CaptionQuery[] {
  const queries: CaptionQuery[] = []
  let last: QueriedThing | null = null
  for (const sentence of sentencesOf(tagged)) {
    const clauses: ReadClause[] = []
    for (const segment of segmentsOf(sentence)) {
      const clause = readClause(segment, { language, last })
      last = clause.subject?.thing ?? last
      clauses.push(clause)
    }
    queries.push(...completed(clauses).flatMap(queriesOf))
  }
  return queries.slice(0, MOST_QUERIES)
}

function queriesOf({ subject, change, place, from, turned, ...told }: ReadClause): CaptionQuery[] {
  if (subject === null) {
    return []
  }
  const { thing, start, end, count } = subject
  const isKnown = thing.kinds.length > 0 || thing.isAny || thing.colours.length > 0 || thing.size !== null
  if (!isKnown && change === null && place === null && told.near === null) {
    return []
  }
  const { isCourse, near, former, light, formerColours } = told
  return [
    { start, end, thing, count, change, place, isCourse, from, near, former, light, turned, formerColours },
  ]
}

function sentencesOf(tagged: readonly Tagged[]): Tagged[][] {
  const sentences: Tagged[][] = [[]]
  for (const token of tagged) {
    if (token.tag.is === 'stop') {
      sentences.push([])
    } else {
      sentences[sentences.length - 1].push(token)
    }
  }
  return sentences.filter(({ length }) => length > 0)
}
