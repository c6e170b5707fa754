/** When an image was made, as its name or its file says. */
export interface Moment {
  /** `2019-05-01`, as precise as it is known; null where only a number gives the order. */
  date: string | null
  /** Digits without zeros in front; empty where there is a date. */
  number: string
  /** As keys have it: the date without colons, or the number as it is written. */
  label: string
}

/** What a name says: a moment, and the rest of the name, which is the place. */
export interface NamedMoment {
  rest: string
  /** Null for a date that there is not, such as the 31st of June. */
  moment: Moment | null
}

const YEAR = '(18[5-9]\\d|19\\d\\d|2[01]\\d\\d)'
/** `2019-05`, `2019_05_01`, `2019.05.01 12.30.00`, `2019-05-01T12:30`; one separator between the parts of the date. */
const WRITTEN = new RegExp(
  `(?<!\\d)${YEAR}([-_.])(\\d{2})(?:\\2(\\d{2})(?:[T_\\- ](\\d{2})[-:_.]?(\\d{2})(?:[-:_.]?(\\d{2}))?)?)?(?!\\d)`,
  'g',
)
/** As in Chinese and Japanese. */
const WITH_SIGNS = new RegExp(`(?<!\\d)${YEAR}年(\\d{1,2})月(?:(\\d{1,2})日)?`, 'g')
/** `20190501`, `20190501_123000`, `20190501T1230`, `20190501123000`. */
const DIGITS = new RegExp(
  `(?<!\\d)${YEAR}(\\d{2})(\\d{2})(?:T(\\d{2})(\\d{2})(\\d{2})?|[_-]?(\\d{2})(\\d{2})(\\d{2}))?(?!\\d)`,
  'g',
)
/** `2019` and `201905`: as likely numbers. */
const SHORT = new RegExp(`^${YEAR}(\\d{2})?$`)
const LAST_NUMBER = /(?<!\d)\d{1,15}(?!.*\d)/

/** Year, month, day, hour, minute, second. */
type Parts = (string | undefined)[]

/** The first whole date in a name; null where it has none. Later ones are no part of the rest: a product's own dates. */
export function longDateIn(name: string): NamedMoment | null {
  for (const [pattern, partsOf] of LONG_DATES) {
    const [first] = name.matchAll(pattern)
    if (first !== undefined) {
      return { rest: tidyRest(name.replace(pattern, '/')), moment: dated(partsOf(first)) }
    }
  }
  return null
}

const LONG_DATES: readonly (readonly [RegExp, (match: RegExpExecArray) => Parts])[] = [
  [WRITTEN, ([, year, , ...parts]) => [year, ...parts]],
  [WITH_SIGNS, ([, year, month, day]) => [year, month.padStart(2, '0'), day?.padStart(2, '0')]],
  [
    DIGITS,
    ([, year, month, day, hour, minute, second, ...time]) => [
      year,
      month,
      day,
      hour ?? time[0],
      minute ?? time[1],
      second ?? time[2],
    ],
  ],
]

/** The last number in a name; null where it has none. */
export function numberIn(name: string): NamedMoment | null {
  const match = LAST_NUMBER.exec(name)
  if (match === null) {
    return null
  }
  const [digits] = match
  const number = digits.replace(/^0+(?=\d)/, '')
  const rest = tidyRest(`${name.slice(0, match.index)}/${name.slice(match.index + digits.length)}`)
  return { rest, moment: { date: null, number, label: digits } }
}

/** A number that reads as a year, or as a year and a month. The moment is null for a thirteenth month. */
export function shortDateOf(digits: string): { moment: Moment | null } | null {
  const match = SHORT.exec(digits)
  return match === null ? null : { moment: dated([match[1], match[2]]) }
}

/** Null for a date, or a time of day, that there is not. */
export function dated(parts: Parts): Moment | null {
  const [year, month, day, hour, minute, second] = parts
  const isDay = month === undefined || isBetween(month, 1, 12)
  const days = new Date(Date.UTC(Number(year), Number(month ?? 1), 0)).getUTCDate()
  const isTime = [hour ?? '0', minute ?? '0', second ?? '0'].every((part, index) =>
    isBetween(part, 0, index === 0 ? 23 : 59),
  )
  if (!isDay || !isTime || (day !== undefined && !isBetween(day, 1, days))) {
    return null
  }
  const onDay = [year, month, day].filter((part) => part !== undefined).join('-')
  const ofDay = [hour, minute, second].filter((part) => part !== undefined)
  const isWhole = ofDay.length > 1
  return {
    date: isWhole ? `${onDay}T${ofDay.join(':')}` : onDay,
    number: '',
    label: isWhole ? `${onDay}T${ofDay.join('')}` : onDay,
  }
}

function isBetween(digits: string, least: number, most: number): boolean {
  return Number(digits) >= least && Number(digits) <= most
}

/**
 * Separators stay between words only. One form for what Unicode writes in two: macOS takes names apart.
 * @param rest with a slash in place of each date or number
 */
function tidyRest(rest: string): string {
  return rest
    .normalize('NFC')
    .replace(/[\s_\-.]*\/[\s_\-.]*/g, '_')
    .replace(/^[\s_\-.]+|[\s_\-.]+$/g, '')
}

/** By date, or by number. */
export function compareMoments(a: Moment, b: Moment): number {
  return a.number.length - b.number.length || compareTexts(a.number, b.number) || compareTexts(a.date, b.date)
}

export function compareTexts(a: string | null, b: string | null): number {
  const [one, other] = [a ?? '', b ?? '']
  if (one === other) {
    return 0
  }
  return one < other ? -1 : 1
}
