import { expect, test } from 'vitest'
import { messagesIn } from './catalogues'

const { en, ...others } = messagesIn

/** Entries by their ids, such as `problems.empty`. */
function entriesOf(catalogue: object): Map<string, unknown> {
  return new Map(
    Object.entries(catalogue).flatMap(([subject, entries]: [string, object]) =>
      Object.entries(entries).map(([name, entry]) => [`${subject}.${name}`, entry] as const),
    ),
  )
}

interface Use {
  text: string
  values: string[]
}

/** What an entry makes of values that stand nowhere else, and which of them it reads. */
function used(entry: unknown, choices: readonly string[]): Use {
  if (typeof entry !== 'function') {
    return { text: String(entry), values: [] }
  }
  const read = new Set<string>()
  const values = new Proxy<Record<string, unknown>>(
    {},
    {
      get(_, name) {
        read.add(String(name))
        return valueOf(String(name), choices)
      },
    },
  )
  return { text: String(Reflect.apply(entry, null, [values])), values: [...read].sort() }
}

/** Numbers are those that a language counts or rounds; all else is a text that names the value. */
function valueOf(name: string, choices: readonly string[]): unknown {
  const isNumber =
    /^(count|most|bytes|limit|seconds|total|ready|gibibytes|threshold|.*[wW]idth|.*[hH]eight|bits|depth|port|id|pid|pixels|format|known|done|pairs|step|before|after|.*Count|index|line|status|regions|left|megabytes|cents)$/
  return choices.length > 0 && name === choices[0] ? choices[1] : isNumber.test(name) ? 7211 : `<${name}>`
}

const english = entriesOf(en)
const abilities = ['ability', 'recaption']

test('each English message says something', () => {
  const empty = [...english].filter(([, entry]) => used(entry, abilities).text.trim() === '')
  expect(empty).toEqual([])
})

test.each(Object.entries(others))('%s has the messages of English, and leaves none empty', (_, catalogue) => {
  const entries = entriesOf(catalogue)
  expect([...entries.keys()].sort()).toEqual([...english.keys()].sort())
  expect([...entries].filter(([, entry]) => used(entry, abilities).text.trim() === '')).toEqual([])
})

test.each(Object.entries(others))('%s uses each value that English uses', (_, catalogue) => {
  const entries = entriesOf(catalogue)
  const wrong = [...english].flatMap(([id, entry]) => {
    const [first, second] = [used(entry, abilities), used(entries.get(id), abilities)]
    const isSame = first.values.join() === second.values.join() && !second.text.includes('undefined')
    return isSame ? [] : [[id, first.values, second.values]]
  })
  expect(wrong).toEqual([])
})

test.each(Object.entries(others))('%s is no copy of English', (_, catalogue) => {
  const entries = entriesOf(catalogue)
  const same = [...english].flatMap(([id, entry]) => {
    const [first, second] = [used(entry, abilities).text, used(entries.get(id), abilities).text]
    return first === second && /[a-z]{3} [a-z]{3}/.test(first) ? [id] : []
  })
  expect(same).toEqual([])
})
