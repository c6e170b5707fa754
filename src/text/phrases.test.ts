import compromise from 'compromise/three'
import { expect, test } from 'vitest'
import { captionPhrases } from './phrases'

const captions: [caption: string, nouns: string[], verbs: string[], subject: string][] = [
  ['person with umbrella is gone', ['person', 'umbrella'], ['is gone'], 'person'],
  ['the red car is no longer there', ['the red car'], ['is no longer'], 'the red car'],
  ['there are less people in the after image', ['less people', 'the after image'], ['are'], 'less people'],
  ['someone moved the green cylinder', ['someone', 'the green cylinder'], ['moved'], 'someone'],
  ['a road is built along the houses', ['a road', 'the houses'], ['is built'], 'a road'],
  ['Increase the brightness of the image', ['the brightness', 'the image'], ['Increase'], 'the brightness'],
  ['the big sphere has been newly placed', ['the big sphere'], ['has been newly placed'], 'the big sphere'],
  ['the car that was parked is missing', ['the car', 'that'], ['was parked', 'is missing'], 'the car'],
  ['the parked car is gone', ['the parked car'], ['is gone'], 'the parked car'],
  ["the man's car isn't there anymore", ["the man's car"], ["isn't"], "the man's car"],
  ['in the after image there is a blue car', ['the after image', 'a blue car'], ['is'], 'a blue car'],
]

test.each(captions)('%s', (caption, nouns, verbs, subject) => {
  const phrases = captionPhrases(caption)
  expect(phrases.nouns.map((phrase) => phrase.text)).toEqual(nouns)
  expect(phrases.verbs.map((phrase) => phrase.text)).toEqual(verbs)
  expect(phrases.subject?.text).toBe(subject)
})

test('a phrase is where it says in the caption', () => {
  const caption = 'The white van, and a truck, have moved.'
  const { nouns, verbs } = captionPhrases(caption)
  for (const phrase of [...nouns, ...verbs]) {
    expect(caption.slice(phrase.start, phrase.end)).toBe(phrase.text)
  }
  expect(nouns.map((phrase) => phrase.text)).toEqual(['The white van', 'a truck'])
})

test('a letter whose lower case is longer shifts no phrase', () => {
  const caption = 'İİ: the white van has moved.'
  const { nouns, verbs } = captionPhrases(caption)
  expect(nouns.map(({ start, end }) => caption.slice(start, end))).toContain('the white van')
  expect(verbs.map(({ start, end }) => caption.slice(start, end))).toEqual(['has moved'])
})

test('a caption without words has no phrases', () => {
  expect(captionPhrases('')).toEqual({ nouns: [], verbs: [] })
})

test('the heads of the noun phrases that another library finds are in ours', () => {
  const more = [
    'some trees are replaced by a large building',
    'a new road is built through the forest',
    'the person near the entrance has disappeared',
    'remove the background and add a blue sky',
    'two white cars appear in the parking lot',
    'the tiny metal ball behind the cube changed its color',
  ]
  const found = [...captions.map(([caption]) => caption), ...more].flatMap((caption) => {
    const ours = captionPhrases(caption).nouns.map((phrase) => phrase.text.toLowerCase())
    const theirs = compromise(caption.toLowerCase()).nouns().json() as { noun: { root: string } }[]
    const heads = theirs.map(({ noun }) => noun.root.split(' ').at(-1) ?? '')
    // It takes the "there" of "there is" for a noun.
    return heads.filter((head) => head !== 'there').map((head) => ours.some((text) => text.includes(head)))
  })
  expect(found.length).toBeGreaterThan(20)
  expect(found.filter(Boolean).length / found.length).toBeGreaterThan(0.9)
})
