import { roundedBytes } from '../../src/basics/numbers'

/**
 * Numbers, dates and plurals of the chosen language, by `Intl`. Nothing else on the screen spells them. The catalogues
 * call these functions too, so they follow the language that is chosen, not the one that they are written in.
 */
interface Spelling {
  locale: string
  plurals: Intl.PluralRules
  whole: Intl.NumberFormat
  significant: Intl.NumberFormat
  /** By count of digits. */
  fixed: Map<number, Intl.NumberFormat>
  date: Intl.DateTimeFormat
  dateTime: Intl.DateTimeFormat
  shortDateTime: Intl.DateTimeFormat
}

let spelling = spellingOf('en')

function spellingOf(locale: string): Spelling {
  return {
    locale,
    plurals: new Intl.PluralRules(locale),
    whole: new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }),
    significant: new Intl.NumberFormat(locale, { maximumSignificantDigits: 6 }),
    fixed: new Map(),
    date: new Intl.DateTimeFormat(locale),
    dateTime: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }),
    shortDateTime: new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' }),
  }
}

/** @param locale a BCP 47 tag, such as `de-CH` */
export function chooseLocale(locale: string): void {
  spelling = spellingOf(locale)
}

/** `1,234`; three digits after the point at most. */
export function spellNumber(value: number): string {
  return spelling.whole.format(value)
}

/** Of any size, with six digits that count: `65,535`, `0.00123457`. */
export function spellValue(value: number): string {
  return spelling.significant.format(value)
}

/** Between whole numbers and what is less: a point or a comma. */
export function decimalMark(): string {
  return spelling.whole.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'
}

/** `0.50` with two digits. */
export function spellFixed(value: number, digits: number): string {
  const present = spelling.fixed.get(digits)
  const format =
    present ??
    new Intl.NumberFormat(spelling.locale, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      useGrouping: false,
    })
  if (present === undefined) {
    spelling.fixed.set(digits, format)
  }
  return format.format(value)
}

/** `+0.50`, `−0.50`; `0.00` where that is what is left of it. */
export function spellSigned(value: number, digits: number): string {
  // by the number, as what is spelled has a comma in some languages
  const sign = Math.sign(Number(value.toFixed(digits)))
  return `${sign < 0 ? '−' : sign > 0 ? '+' : ''}${spellFixed(Math.abs(value), digits)}`
}

/** Powers of ten, with one decimal below ten: `37 kB`, `4.6 MB`. */
export function spellBytes(bytes: number): string {
  const { size, unit, decimals } = roundedBytes(bytes)
  return new Intl.NumberFormat(spelling.locale, {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: false,
  }).format(size)
}

/** @param at milliseconds since 1970, or a date in ISO 8601 */
export function spellDate(at: number | string): string {
  return spelling.date.format(new Date(at))
}

/** Date and time to the second. @param at milliseconds since 1970, or a date in ISO 8601 */
export function spellDateTime(at: number | string): string {
  return spelling.dateTime.format(new Date(at))
}

/** Date and time to the minute, in digits. @param at milliseconds since 1970, or a date in ISO 8601 */
export function spellShortDateTime(at: number | string): string {
  return spelling.shortDateTime.format(new Date(at))
}

/** A text for each of a language's plural categories that the catalogue needs. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

export function plural(count: number, forms: PluralForms): string {
  return forms[spelling.plurals.select(count)] ?? forms.other
}

/** The number and the form behind it: `1,234 pairs`. */
export function counted(count: number, forms: PluralForms): string {
  return `${spellNumber(count)} ${plural(count, forms)}`
}
