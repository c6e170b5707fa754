import { expect, test } from 'vitest'
import { changeEntities, entityName, joinPhrases, phraseTexts } from './entities'

const made = {
  text: 'the small red cube moved left of the ball',
  spans: [
    { kind: 'subject', start: 0, end: 18 },
    { kind: 'verb', start: 19, end: 24 },
    { kind: 'noun', start: 33, end: 41 },
  ],
} as const

test('a grammar’s spans are taken as they are, the subject among the nouns', () => {
  expect(phraseTexts(made)).toEqual({
    nouns: ['the small red cube', 'the ball'],
    verbs: ['moved'],
    subject: 'the small red cube',
  })
})

test('a subject is named without where it is', () => {
  const text = 'the rubber sphere in front of the purple thing was removed'
  const spans = [
    { kind: 'subject', start: 0, end: 46 },
    { kind: 'noun', start: 0, end: 17 },
    { kind: 'noun', start: 30, end: 46 },
  ] as const
  const { nouns, subject } = phraseTexts({ text, spans })
  expect([nouns, subject]).toEqual([['the rubber sphere', 'the purple thing'], 'the rubber sphere'])
})

test('captions without spans are read by patterns', () => {
  const { nouns, verbs, subject } = phraseTexts({ text: 'a white car has appeared near the road' })
  expect(subject).toBe('a white car')
  expect(nouns).toContain('a white car')
  expect(joinPhrases(verbs)).toBe('has appeared')
})

test('entities are names without articles, the commonest first', () => {
  const captions = [made, made, { text: 'The white car is gone' }, { text: 'a White  car has appeared' }]
  expect(changeEntities(captions)).toEqual([
    { name: 'small red cube', count: 2 },
    { name: 'white car', count: 2 },
  ])
  expect(changeEntities(captions, { from: 'nouns', least: 2 }).map(({ name }) => name)).toEqual([
    'ball',
    'small red cube',
    'white car',
  ])
  expect(entityName('One of the people')).toBe('people')
})

test('a grammar may name things without a subject, in any order', () => {
  const text = 'the ball and a cube moved'
  const spans = [
    { kind: 'noun', start: 13, end: 19 },
    { kind: 'noun', start: 0, end: 8 },
    { kind: 'verb', start: 20, end: 25 },
  ] as const
  const nouns = ['a cube', 'the ball']
  expect(phraseTexts({ text, spans })).toEqual({ nouns, verbs: ['moved'], subject: null })
  expect(changeEntities([{ text, spans }])).toEqual([])
  expect(changeEntities([{ text, spans }], { from: 'nouns' }).map(({ name }) => name)).toEqual([
    'ball',
    'cube',
  ])
})

test('of several nouns at the start of the subject the shortest is its name', () => {
  const text = 'the red ball on the mat by the door moved'
  const spans = [
    { kind: 'subject', start: 0, end: 35 },
    { kind: 'noun', start: 0, end: 23 },
    { kind: 'noun', start: 0, end: 12 },
    { kind: 'noun', start: 27, end: 35 },
  ] as const
  expect(phraseTexts({ text, spans })).toEqual({
    nouns: ['the red ball', 'the door'],
    verbs: [],
    subject: 'the red ball',
  })
})
