import { expect, test } from 'vitest'
import type { NamedMasks } from '../domain/document'
import { COCO_NAMES } from './coco-names'
import { namedMaskScore } from './named-mask-score'
import { englishOf } from '../messages/message'

const mask = { size: [1, 4] as [number, number], counts: '04' }
const regions = (...categories: string[]): NamedMasks[] =>
  categories.map((category, index) => ({ id: String(index), category, mask, beforeMask: null }))
const agreement = (caption: string, ...categories: string[]) =>
  namedMaskScore(caption, regions(...categories), COCO_NAMES)

test.each([
  ['A car appeared on the left.', ['car']],
  ['Two people walked in.', ['person', 'person']],
  ['A person appeared next to a van and a bus.', ['person']],
  ['A bus appeared.', ['truck']],
])('%s fits %j', (caption, categories) => {
  expect(agreement(caption, ...categories)).toEqual({ score: 1, remark: null })
})

test.each([
  ['Something changed on the left.', ['car']],
  ['A grey object appeared.', ['change']],
  ['A car appeared.', ['change']],
  ['The hole is missing.', ['missing hole']],
])('%s has no name to compare with %j', (caption, categories) => {
  expect(agreement(caption, ...categories)).toBeNull()
})

test('a name that is part of another word is no name', () => {
  const caption = '人行道上出现了一个机器人。'
  expect(namedMaskScore(caption, regions('dog'), COCO_NAMES, 'zh-Hans')).toBeNull()
})

test('a caption of a change contradicts that nothing is marked', () => {
  expect(agreement('A grey object vanished.')).toEqual({
    score: 0,
    remark: 'The caption tells of a change, but no region is marked.',
  })
})

test('a caption that names another thing than its region contradicts it', () => {
  expect(agreement('A car appeared.', 'person')).toEqual({
    score: 0.2,
    remark: 'The caption says car, but a region is called person.',
  })
  expect(englishOf(agreement('Three dogs appeared.', 'orange')?.remark ?? '')).toBe(
    'The caption says dog, but a region is called orange.',
  )
})

test('a hot dog is no dog', () => {
  expect(englishOf(agreement('A hot dog appeared.', 'dog')?.remark ?? '')).toContain(
    'The caption says hot dog',
  )
})

test('a caption that says that nothing changed contradicts regions', () => {
  expect(englishOf(agreement('Nothing has changed.', 'car')?.remark ?? '')).toBe(
    'The caption says that nothing changed, but a region is marked.',
  )
  expect(agreement('Nothing has changed.')).toEqual({ score: 1, remark: null })
})

test.each([
  ['de', 'Zwei Autos sind links erschienen.', ['car', 'car']],
  ['de', 'Neben einem Bären ist ein Hund erschienen.', ['dog']],
  ['de', 'A car appeared.', ['car']],
  ['de', 'Ein Riss ist erschienen.', ['Riss']],
  ['zh-Hans', '左侧出现了两辆汽车。', ['car', 'car']],
  ['zh-Hans', '右侧出现了一个热狗。', ['hot dog']],
] as const)('in %s, %s fits %j', (language, caption, categories) => {
  const fit = namedMaskScore(caption, regions(...categories), COCO_NAMES, language)
  expect(fit).toEqual({ score: 1, remark: null })
})

test.each([
  ['de', 'Ein Auto ist links erschienen.', 'person', 'The caption says car, but a region is called person.'],
  ['de', 'Zwei Bären sind verschwunden.', 'dog', 'The caption says bear, but a region is called dog.'],
  ['zh-Hans', '左侧出现了一辆汽车。', 'person', 'The caption says car, but a region is called person.'],
  ['zh-Hans', '一个红色的人消失了。', 'dog', 'The caption says person, but a region is called dog.'],
  [
    'de',
    'Es wurde keine Veränderung gefunden.',
    'dog',
    'The caption says that nothing changed, but a region is marked.',
  ],
  ['zh-Hans', '未发现变化。', 'dog', 'The caption says that nothing changed, but a region is marked.'],
] as const)('in %s, %s contradicts %s', (language, caption, category, remark) => {
  expect(englishOf(namedMaskScore(caption, regions(category), COCO_NAMES, language)?.remark ?? '')).toBe(
    remark,
  )
})
