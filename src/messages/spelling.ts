/** A word in the forms that `Intl.PluralRules` names: a language gives those that it has. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

interface Spelling {
  /** `1.8` with one digit. */
  fixed(value: number, digits: number): string
  /** `10,000` */
  number(value: number): string
  /** `1 pair`, `1,234 pairs`. */
  counted(count: number, forms: PluralForms): string
}

/** Numbers as messages of one language write them. @param language a BCP 47 tag */
export function spellingOf(language: string): Spelling {
  const plurals = new Intl.PluralRules(language)
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 3 })
  return {
    fixed: (value, digits) =>
      value.toLocaleString(language, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        useGrouping: false,
      }),
    number: (value) => whole.format(value),
    counted: (count, forms) => `${whole.format(count)} ${forms[plurals.select(count)] ?? forms.other}`,
  }
}

/** A message that goes on in a sentence: without its own full stop. */
export function clause(text: string): string {
  return text.replace(/[.。]$/, '')
}
