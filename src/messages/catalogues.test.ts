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
function used(entry: unknown, choices: Readonly<Record<string, string>>): Use {
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
function valueOf(name: string, choices: Readonly<Record<string, string>>): unknown {
  const isNumber =
    /^(count|most|bytes|limit|seconds|total|ready|gibibytes|threshold|.*width|.*height|bits|depth|id|pid|pixels|format|known|done|before|after|step|added|noChange|leftOut|failed|status|minutes|hours|percent|.*score)$/i
  return Object.hasOwn(choices, name) ? choices[name] : isNumber.test(name) ? 7211 : `<${name}>`
}

const english = entriesOf(en)
/** Values of which there are a few. */
const choices = { ability: 'recaption', metric: 'mask-iou', state: 'running', frame: 'before' }

test('each English message says something', () => {
  const empty = [...english].filter(([, entry]) => used(entry, choices).text.trim() === '')
  expect(empty).toEqual([])
})

test.each(Object.entries(others))('%s has the messages of English, and leaves none empty', (_, catalogue) => {
  const entries = entriesOf(catalogue)
  expect([...entries.keys()].sort()).toEqual([...english.keys()].sort())
  expect([...entries].filter(([, entry]) => used(entry, choices).text.trim() === '')).toEqual([])
})

test.each(Object.entries(others))('%s uses each value that English uses', (_, catalogue) => {
  const entries = entriesOf(catalogue)
  const wrong = [...english].flatMap(([id, entry]) => {
    const [first, second] = [used(entry, choices), used(entries.get(id), choices)]
    const isSame = first.values.join() === second.values.join() && !second.text.includes('undefined')
    return isSame ? [] : [[id, first.values, second.values]]
  })
  expect(wrong).toEqual([])
})

test.each(Object.entries(others))('%s is no copy of English', (_, catalogue) => {
  const entries = entriesOf(catalogue)
  const same = [...english].flatMap(([id, entry]) => {
    const [first, second] = [used(entry, choices).text, used(entries.get(id), choices).text]
    return first === second && /[a-z]{3} [a-z]{3}/.test(first) ? [id] : []
  })
  expect(same).toEqual([])
})
