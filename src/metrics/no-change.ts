import { isTranslatedNoChange } from './no-change-translations'

/**
 * Whether a caption states that nothing changed: a rule over English, clause by clause. A clause claims that all is
 * the same, or states a change outside a negation, or does neither.
 */

interface NoChangeClause {
  readonly text: string
  /** "but", "except", "while" or the like stands before it. */
  readonly isContrast: boolean
}

/** Scope of a claim of sameness: everything, some kind of thing, the rest besides named exceptions, or nothing. */
type Claim = 'whole' | 'part' | 'rest' | 'none'

const contrast = String.raw`(?:but|except(?:ing)?|apart from|aside from|besides|other than|while|whereas|however|yet|though|although)`
const separator = new RegExp(String.raw` ?[.!?;:,()\u2013\u2014]+ ?| (?=(?:and|${contrast})\b)`)
const conjunctions = new RegExp(String.raw`^(?:(?:and|${contrast})\b ?)+`)
const opensContrast = new RegExp(String.raw`^(?:and )?${contrast}\b`)

const participle = String.raw`(?:added|removed|altered|modified|changed|moved|built|demolished|constructed|destroyed|replaced|planted|placed|taken)`
/** A list under one negation: "nothing was added, removed or altered". */
const listed = new RegExp(String.raw`\b(${participle})(?:,|,? (?:and|or|nor)) (?=${participle}\b)`, 'g')

/** Changes that light and camera cannot cause. */
const comesOrGoes = String.raw`(?:add(?:s|ed|ing|itional|itions?)?|new(?:ly)?|built|constructed|erected|placed|put|planted|installed|inserted|emerged|arrived|entered|came|appear(?:s|ed|ing|ance)?|removed|removal|missing|gone|disappear\w*|vanish\w*|absent|demolished|torn|cut|cleared|felled|(?:has|have) left|left the|taken|took|destroyed|lost|erased|deleted|replaced|extra|another)`
const becomesOther = String.raw`(?:mov(?:ed|es|ing|ement)|shifted|relocated|swapped|traded|switched|rotated|turned|differ(?:s|ed|ent|ently|ences?)?|chang(?:es?|ed|ing)|alter(?:ed|ations?)|modif(?:ied|ications?)|now|anymore|instead|bec(?:ame|omes?)|grew|grown|grows|growth|shrank|shrunk|larger|bigger|smaller|wider|taller|longer|fewer|more|less|increased?|decreased?|enlarged|expanded|extended|flooded|risen|spread|covered|painted|converted|broken|damaged?|opened|closed)`
const changeWord = String.raw`\b(?:${comesOrGoes}|${becomesOther})\b`
const change = new RegExp(changeWord)

const circumstance = String.raw`(?:camera|(?:point of )?view(?:point|ing)?s?|angles?|perspectives?|light(?:ing)?|illumination|brightness|exposure|contrast|shadows?|seasons?|weather|sun(?:light|shine)?|time|sharpness|focus|noise)(?: (?:angles?|position|direction|conditions?|levels?|quality|of (?:the )?(?:camera|day|year|light|view|pictures?|images?|photos?)))*`
const determiner = String.raw`(?:(?:for|in|of|from|by|that|the|a|an|its|their|some|slight|small|minor|only|just|merely|different|new(?= (?:view|angle|perspective))|(?:changes?|differences?|variations?)(?= (?:in|of))) )*`
const circumstances = String.raw`${determiner}${circumstance}(?: (?:and|or) ${determiner}${circumstance})*`
/** Clauses about light, season and camera alone: these can change without a change of a thing. */
const ofCircumstances = new RegExp(
  String.raw`^${circumstances}(?: (?:also|only|just|has|have|is|are|was|were|been|moved?s?|changed?s?|differs?|different|shifted|turned|rotated|varied|varies|looks?|seems?|became|got)\b(?:(?! ${comesOrGoes}\b).)*)?$`,
)
const ONLY_CIRCUMSTANCES =
  /^(?:only|just|merely|the only (?:visible )?(?:changes?|differences?) (?:is|are|was|were)) /

const LEFT_OVER = /\b(?:else|rest|remaining|remainder|otherwise|others?|further|additional|surroundings?)\b/
const notLeftOver = String.raw`(?!(?:else|others?|otherwise|further|additional|more|longer|but|except)\b)`
const NOTHING_ELSE = /\b(?:nothing|no|not any|without(?: any)?) (?:else|others?|further|additional|more)\b/

/** Words of a subject that means the whole pair, and words that lead to "no change". */
const wholeWords: ReadonlySet<string> = new Set(
  (
    'the these this both two all of entire whole overall a and pair everything thing things object objects image images ' +
    'picture pictures pic pics photo photos photograph photographs frame frames scene scenes view views they it there i ' +
    'we you one can could do does did has have had is are was were be see find notice almost still basically practically ' +
    'here between in on to first second before after left right'
  ).split(' '),
)

/** Words between a claim and its place: "no change is visible in". */
const SEEING =
  /^(?: (?:(?:is|are|was|were|be|been|has|have|had|can|could|visibly|clearly|visible|seen|found|detected|observed|noticed|noticeable|identified|apparent|evident|present|made|occurred|happened)\b|at all\b|taken place\b|to (?:be|me)\b))+/

/** Words after a claim that limit it to a part of the pictures, or to some things in them. */
const IN_PART =
  /^ (?:on|in|at|near|along|around|of|to)\b(?!.*\b(?:images?|pictures?|pics?|photos?|frames?|scenes?|views?|both|two|area)\b)/

const degree = String.raw`(?:(?:be|been|both|all|still|exactly|almost|nearly|completely|totally|entirely|visually|essentially|basically|largely|mostly|just|otherwise|left) )*`
const stays = String.raw`\b(?:is|are|was|were|be|been|looks?|looked|seems?|seemed|appears?|appeared|remains?|remained|stays?|stayed|kept) ${degree}`
const likeBefore = String.raw`as (?:before|earlier|previously|(?:they|it) (?:was|were)(?: before)?)`
const imageNames = String.raw`(?:scene|image|picture|photo|frame|view)s?`
const observed = String.raw`(?: (?:(?:is|are|was|were) )?(?:found|detected|visible|seen|present|observed))?`

const sameness = new RegExp(
  [
    String.raw`${stays}(?:identical|unchanged|unaltered|unmodified|alike|${likeBefore}|the(?: exact| very)? same(?= as\b| (?:in|for) both\b|$)|in (?:its|their|the same) (?:place|position)s?$)(?: ${likeBefore})?`,
    String.raw`\b(?:shows?|depicts?) (?:exactly )?the(?: exact| very)? same ${imageNames}\b`,
    String.raw`^(?:(?:still|all|everything|exactly|looks?) )*(?:unchanged|identical|(?:the )?same)(?: ${likeBefore}| ${imageNames})?$`,
  ].join('|'),
)
const deniedChange = new RegExp(
  [
    String.raw`\bnothing ${notLeftOver}(?:\w+ ){0,5}?(?:${changeWord}|happened\b)|^nothing(?: new)?$`,
    String.raw`\b(?:no|not|without|hardly|barely) (?:(?:see|find|notice|spot|tell|detect) )?(?:any )?(?:${notLeftOver}\w+ ){0,2}?(?:chang(?:es?|ed)|differ(?:s|ences?|ents?|ently)?|altered|alterations?|modified|modifications?)\b`,
  ].join('|'),
)
/** Clauses that with all their words deny one kind of thing. */
const deniedKind = new RegExp(
  [
    String.raw`(?:there (?:is|are) )?no (?:${notLeftOver}\w+ )?(?:defects?|lesions?|damages?|anomal(?:y|ies))${observed}`,
    String.raw`(?:there (?:is|are) )?no new (?:\w+ )?\w+${observed}`,
    String.raw`no (?:${notLeftOver}\w+ ){1,3}(?:was|were|has|have)(?: been)? ${participle}(?: (?:or|and|nor) ${participle})*`,
  ]
    .map((form) => `^${form}$`)
    .join('|'),
)
/** Changes in the form of a negation: "not the same", "no longer". */
const CHANGE_BY_NEGATION =
  /\bno (?:longer|more)\b|\bnot (?:\w+ ){0,3}any ?(?:more|longer)\b|\b(?:not|never|none|no) (?:\w+ ){0,5}(?:same|identical|unchanged|alike|as before)\b|\bnot only\b/
const NEGATED = /\b(?:no|not|nothing|none|never|neither|nor|nobody|without|hardly|barely)\b.*$/

const VERB_LIKE =
  /\b(?:is|are|was|were|be|has|have|had|do|does|did|can|stands?|shows?|seems?|looks?|\w{2,}ed|\w{2,}ing)\b/

/** Stated in docs/metrics.md. */
export function statesNoChange(caption: string): boolean {
  if (isTranslatedNoChange(caption)) {
    return true
  }
  const clauses = splitClauses(normalise(caption))
  const claims = clauses.map(({ text }) => claimOf(text))
  const excused = clauses.map(({ text }) => ofCircumstances.test(withoutClaims(text)))
  for (const [index, { text, isContrast }] of clauses.entries()) {
    if (excused[index]) {
      continue
    }
    if (statesChange(text)) {
      return false
    }
    const isException = isContrast && claims[index] === 'none' && !NEGATED.test(text)
    if (isException && claims.slice(0, index).some((claim) => claim !== 'none')) {
      return false
    }
  }
  if (claims.includes('whole')) {
    return true
  }
  const isAllClaimed = claims.every((claim, index) => claim !== 'none' || excused[index])
  return isAllClaimed && (claims.includes('part') || (claims.includes('rest') && excused.includes(true)))
}

function normalise(caption: string): string {
  return caption
    .toLowerCase()
    .replaceAll(/["\u201C\u201D\s]+/g, ' ')
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/ -+ /g, ', ')
    .replaceAll(/\bcan(?:not|'?t| t)\b/g, 'can not')
    .replaceAll(/\b(are|could|did|do|does|had|has|have|is|was|were)n(?:'?t| t)\b/g, '$1 not')
    .replaceAll(/\b(there|it|that)'s\b/g, '$1 is')
    .replaceAll(/\b(?:appear|seem)(?:s|ed)? to /g, '')
    .replaceAll(/\b(?:before and after|after and before|left and right|first and second)\b/g, 'both')
    .trim()
    .replaceAll(listed, '$1 or ')
}

/** Without a verb, the words before "and" are a part of the same subject. */
function splitClauses(text: string): NoChangeClause[] {
  const clauses: NoChangeClause[] = []
  let isContrast = false
  let followsNounPhrase = false
  for (const piece of text.split(separator)) {
    isContrast ||= opensContrast.test(piece)
    const words = piece.replace(conjunctions, '').trim()
    if (words === '') {
      continue
    }
    const before = clauses.at(-1)
    if (before !== undefined && followsNounPhrase && piece.startsWith('and ') && !isContrast) {
      clauses[clauses.length - 1] = { ...before, text: `${before.text} and ${words}` }
    } else {
      clauses.push({ text: words, isContrast })
    }
    isContrast = false
    followsNounPhrase = isNounPhrase(words)
  }
  return clauses
}

function isNounPhrase(text: string): boolean {
  return !VERB_LIKE.test(text) && !change.test(text) && claimOf(text) === 'none'
}

function claimOf(text: string): Claim {
  if (CHANGE_BY_NEGATION.test(text)) {
    return 'none'
  }
  if (ONLY_CIRCUMSTANCES.test(text)) {
    return ofCircumstances.test(text.replace(ONLY_CIRCUMSTANCES, '')) ? 'whole' : 'none'
  }
  if (NOTHING_ELSE.test(text)) {
    return 'rest'
  }
  if (deniedKind.test(text)) {
    return 'part'
  }
  const claim = deniedChange.exec(text) ?? sameness.exec(text)
  if (claim === null) {
    return 'none'
  }
  const subject = text.slice(0, claim.index)
  const location = text.slice(claim.index + claim[0].length).replace(SEEING, '')
  if (LEFT_OVER.test(subject) || claim[0].includes('otherwise')) {
    return 'rest'
  }
  const isWhole = subject.split(' ').every((word) => word === '' || wholeWords.has(word))
  return isWhole && !IN_PART.test(location) ? 'whole' : 'part'
}

function withoutClaims(text: string): string {
  return text.replace(ONLY_CIRCUMSTANCES, '').replace(deniedChange, '').replace(sameness, '').trim()
}

function statesChange(text: string): boolean {
  return CHANGE_BY_NEGATION.test(text) || change.test(text.replace(sameness, '').replace(NEGATED, ''))
}
