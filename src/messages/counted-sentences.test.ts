import { expect, test } from 'vitest'
import { messagesIn } from './catalogues'
import { inLanguage, message } from './message'
import type { Message } from './message'

function inBoth(text: Message): string[] {
  return [inLanguage(messagesIn.en, text), inLanguage(messagesIn.de, text)]
}

test('regions outside of the view: one was left out, two were', () => {
  expect(inBoth(message('sequences.lost', { count: 1 }))).toEqual([
    '1 region lies outside of the view and was left out.',
    '1 Bereich liegt außerhalb des Bildes und wurde weggelassen.',
  ])
  expect(inBoth(message('sequences.lost', { count: 2 }))).toEqual([
    '2 regions lie outside of the view and were left out.',
    '2 Bereiche liegen außerhalb des Bildes und wurden weggelassen.',
  ])
})

test('splits of another name: one pair has one, two have them', () => {
  expect(inBoth(message('exports.otherSplits', { count: 1, names: 'dev' }))).toEqual([
    '1 pair has a split of another name (dev), and got train, val or test by chance.',
    '1 Paar hat eine Aufteilung mit anderem Namen (dev) und kam durch Zufall zu train, val oder test.',
  ])
  expect(inBoth(message('exports.otherSplits', { count: 2, names: 'dev' }))).toEqual([
    '2 pairs have splits of another name (dev), and got train, val or test by chance.',
    '2 Paare haben Aufteilungen mit anderem Namen (dev) und kamen durch Zufall zu train, val oder test.',
  ])
})

test('captions: one pair is left out, two are', () => {
  const counts = { title: 'K', added: 3, failed: 0, key: '', reason: '' }
  expect(inBoth(message('jobs.captions', { ...counts, noChange: 1, leftOut: 1 }))).toEqual([
    'K: 3 added, 1 of them says that nothing changed, 1 pair left out, as it is reviewed, has one, or has a problem.',
    'K: 3 hinzugefügt, davon 1 ohne Änderung, 1 Paar ausgelassen, da es geprüft ist, schon eine hat oder ein Problem hat.',
  ])
  expect(inBoth(message('jobs.captions', { ...counts, noChange: 2, leftOut: 2 }))).toEqual([
    'K: 3 added, 2 of them say that nothing changed, 2 pairs left out, as they are reviewed, have one, or have a problem.',
    'K: 3 hinzugefügt, davon 2 ohne Änderung, 2 Paare ausgelassen, da sie geprüft sind, schon eine haben oder ein Problem haben.',
  ])
})

test('captions that were added until it was cancelled: one was, two were', () => {
  expect(inBoth(message('connector.cancelledAfter', { count: 1 }))).toEqual([
    'Cancelled. 1 caption was added.',
    'Abgebrochen. 1 Bildunterschrift wurde hinzugefügt.',
  ])
  expect(inBoth(message('connector.cancelledAfter', { count: 2 }))).toEqual([
    'Cancelled. 2 captions were added.',
    'Abgebrochen. 2 Bildunterschriften wurden hinzugefügt.',
  ])
})

test('a datum of geodesy is no date', () => {
  const [english, german] = inBoth(message('overlay.approximate'))
  expect(english).toContain('their datums')
  expect(german).toContain('ihren Bezugssystemen (geodätisches Datum)')
})
