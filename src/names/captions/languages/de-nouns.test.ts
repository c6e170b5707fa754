import { expect, test } from 'vitest'
import { germanNoun } from './de-nouns'

test.each([
  ['Kreuzung', 'f', 'Kreuzungen'],
  ['Mündung', 'f', 'Mündungen'],
  ['Baustation', 'f', 'Baustationen'],
  ['Ortschaft', 'f', 'Ortschaften'],
  ['Grünlandschaft', 'f', 'Grünlandschaften'],
  ['Bäumchen', 'n', 'Bäumchen'],
  ['Häuschen', 'n', 'Häuschen'],
  ['Büchlein', 'n', 'Büchlein'],
])('the ending of %s tells gender and plural', (word, gender, many) => {
  expect(germanNoun(word)).toMatchObject({ gender, one: word, many })
})

test.each(['Sprung', 'Vorsprung', 'Aufschwung', 'Dung', 'Baumschaft', 'Knochen', 'Flächen', 'Flaschen'])(
  'the ending of %s tells nothing',
  (word) => {
    expect(germanNoun(word)).toBeNull()
  },
)
