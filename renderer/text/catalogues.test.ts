import { expect, test } from 'vitest'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chooseLocale, spellBytes } from './spelling'
import { de } from './de'
import { en } from './en'
import { pseudo } from './pseudo'
import { zhHans } from './zh-Hans'

const CATALOGUES = { en, de, 'zh-Hans': zhHans, pseudo }

/** Texts and functions by their place, such as `queue.progress`. */
function entriesOf(catalogue: object, place = ''): Map<string, unknown> {
  return new Map(
    Object.entries(catalogue).flatMap(([key, entry]: [string, unknown]) =>
      typeof entry === 'object' && entry !== null
        ? [...entriesOf(entry, `${place}${key}.`)]
        : [[`${place}${key}`, entry] as const],
    ),
  )
}

const english = entriesOf(en)

test.each(Object.entries(CATALOGUES))('%s has the entries of English, and no others', (_, catalogue) => {
  expect([...entriesOf(catalogue).keys()].sort()).toEqual([...english.keys()].sort())
})

/** Texts that a language rightly leaves out: what stands alone in English, and no text where English has none. */
test.each(Object.entries(CATALOGUES))('%s leaves no text empty', (_, catalogue) => {
  const empty = [...entriesOf(catalogue)].filter(
    ([place, entry]) => entry === '' && english.get(place) !== '',
  )
  expect(empty).toEqual([])
})

/** What a function makes of texts and numbers that stand nowhere else; null where it takes something else. */
function made(entry: unknown): string | null {
  if (typeof entry !== 'function') {
    return null
  }
  try {
    const values = Array.from({ length: entry.length }, (_, place) => 7211 + 1100 * place)
    return String(Reflect.apply(entry, null, values))
  } catch {
    return null
  }
}

/** Digits alone: languages group and round differently, and name some values in words. */
function digitsOf(text: string | null): string[] {
  return text === null
    ? []
    : [
        ...new Set(
          text
            .replaceAll(/[^\d]+/g, ' ')
            .trim()
            .replaceAll(' ', ''),
        ),
      ].sort()
}

test.each(['de', 'zh-Hans'] as const)('%s uses each value that English uses', (language) => {
  chooseLocale('en')
  const other = entriesOf(CATALOGUES[language])
  // messages of the engine take their values by name, and have a test beside them
  const own = [...english].filter(([place]) => !place.startsWith('engine.'))
  const wrong = own.filter(
    ([place, entry]) => digitsOf(made(entry)).join() !== digitsOf(made(other.get(place))).join(),
  )
  expect(wrong.map(([place, entry]) => [place, made(entry), made(other.get(place))])).toEqual([])
})

test('numbers and plurals follow the language that is chosen', () => {
  chooseLocale('de')
  expect(de.queue.progress(1200, 3400)).toBe('1.200 von 3.400 geprüft')
  expect([de.queue.selected(1), de.queue.selected(2)]).toEqual(['1 Paar ausgewählt', '2 Paare ausgewählt'])
  expect([de.queue.score(0.5), spellBytes(4_560_000)]).toEqual(['0,50', '4,6 MB'])
  chooseLocale('zh-Hans')
  expect(zhHans.queue.selected(1)).toBe('已选择 1 个图像对')
  chooseLocale('en')
  expect([en.queue.selected(1), en.queue.selected(1234)]).toEqual(['1 pair selected', '1,234 pairs selected'])
})

test('a pseudo text is in brackets and longer, and keeps what it was made from', () => {
  expect(pseudo.queue.title).toMatch(/^\[Qûéûé~+\]$/)
  expect(pseudo.open.forget('harbour')).toMatch(/^\[Förĝét harbour [ ~]+\]$/)
  expect(pseudo.models.none).toBe('–')
})

const screen = join(import.meta.dirname, '..')
const sources = readdirSync(screen, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^text\/spelling\.ts$/.test(file.replaceAll('\\', '/')),
)

test('the screen spells numbers and dates by the chosen language alone', () => {
  const bare = sources.filter((file) =>
    /\.toLocale(?:Date|Time)?String\(|\bIntl\.(?!Locale\b|LDML)/.test(
      readFileSync(join(screen, file), 'utf8'),
    ),
  )
  expect(bare).toEqual([])
})
