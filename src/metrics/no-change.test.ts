import { describe, expect, test } from 'vitest'
import { planAerial } from '../synth/aerial/plan'
import { TEMPLATES } from '../synth/blocks/language/templates'
import { planBlocks, planDistractor } from '../synth/blocks/plan'
import { BLOCKS_PROFILES } from '../synth/blocks/profiles'
import { statesNoChange } from './no-change'

test.each([
  'The scene is the same.',
  'The scene remains the same.',
  'the scene stayed the same',
  'the two images are the same.',
  'Both pictures appear the same',
  'both images show the same scene',
  'The before and after images are identical.',
  'everything is in its place',
  'all things are as they were',
  'all buildings and roads are as before',
  'nothing was modified',
  'nothing was built or removed',
  'nothing was added, removed or altered',
  'No objects were added or removed',
  'nothing in the other has changed',
  'the scene didn’t change',
  "there isn't any change",
  'I can’t see any difference',
  'I see no differences in the before and after pictures',
  'i dont see any differences',
  'Almost nothing has changed.',
  'There are no significant differences between the two images. Both show a parking lot.',
  'only the camera moved',
  'only the light and the season differ',
  'the camera moved but nothing else changed',
  'nothing changed except the view',
  'apart from the light nothing changed',
  'Apart from the light, all things are as before.',
  'No visible change. The lighting is slightly different.',
  'No structural changes. Minor differences in brightness.',
  'No changes were found at all. Both show a parking lot.',
  'No change can be seen between the two images. Both show a parking lot.',
  'no change is visible in the roof',
])('says that nothing changed: %s', (caption) => {
  expect(statesNoChange(caption)).toBe(true)
})

test.each([
  'A car was added. The rest of the scene remains unchanged.',
  'a new house has been built; the rest of the image is the same',
  'A new building appeared in the middle, while the surrounding area remains unchanged.',
  'The man on the left is gone, the rest of the picture is identical.',
  'The person has moved to the right while the parking lot remains unchanged',
  'Several houses were built along the road and the vegetation stays the same as before.',
  'the house did not change but the tree is gone',
  'the color has changed, the shape did not change',
  'there is no longer a difference',
  'no change except that a car appeared',
  'nothing changed except the red cube',
  'no change, now the car is gone',
  'nothing was removed, a car was added',
  'The scene is the same, however, a man is sitting on the bench',
  'there are no noticeable changes here other than a sly person walking near the building',
  'all cars are identical but one is missing',
  'none of the women are the same',
  'the images are not identical',
  'everything else is the same',
  'only the camera moved and a car appeared',
  'only the red cube moved',
  'No change on the left side. A tree fell on the right.',
  'no change is visible in the roof. the chimney collapsed',
  'No changes were found in the north. In the south, the pond dried up.',
  'No change was made to the house. A tree fell.',
  'a new camera is on the wall but nothing else changed',
  'the camera moved',
  'the same car is on the road',
  '',
])('does not say that nothing changed: %s', (caption) => {
  expect(statesNoChange(caption)).toBe(false)
})

test('every sentence of the made worlds for no change is recognised, with and without a full stop', () => {
  const blocks = TEMPLATES.none.map((template) =>
    template.replaceAll(/[<>]/g, '').replaceAll(/\s+/g, ' ').replace(' ,', ',').trim(),
  )
  const aerial = new Set(
    Array.from({ length: 40 }, (_, seed) => planAerial(seed, 'none', 1).captions).flatMap((captions) =>
      captions.map(({ text }) => text),
    ),
  )
  expect([blocks.length, aerial.size]).toEqual([16, 10])
  const sentences = [...blocks, ...aerial].flatMap((text) => [
    text,
    `${text}.`,
    `${text[0].toUpperCase()}${text.slice(1)}.`,
  ])
  expect(sentences.filter((text) => !statesNoChange(text))).toEqual([])
})

test('all captions of 400 made pairs are read right', () => {
  const read = { unchanged: 0, changed: 0, wrong: [] as string[] }
  const take = (captions: readonly { text: string }[], isChanged: boolean) => {
    read[isChanged ? 'changed' : 'unchanged'] += captions.length
    read.wrong.push(...captions.map(({ text }) => text).filter((text) => statesNoChange(text) === isChanged))
  }
  for (let seed = 0; seed < 100; seed++) {
    const clevr = {
      ...BLOCKS_PROFILES['clevr-change'],
      weights: { color: 1, material: 1, add: 1, drop: 1, move: 1 },
    }
    const plan = planBlocks(seed, clevr)
    take(plan.captions, true)
    take(planDistractor(plan, clevr).captions, false)
    take(planBlocks(seed, BLOCKS_PROFILES.several).captions, true)
    const { captions, changes } = planAerial(seed, null, 1)
    take(captions, changes.length > 0)
  }
  expect(read.wrong).toEqual([])
  expect(read.unchanged).toBeGreaterThan(500)
  expect(read.changed).toBeGreaterThan(1500)
})

describe('in other languages', () => {
  test.each([
    'Es wurde keine Veränderung gefunden.',
    'Keine Änderungen',
    'Es hat sich nichts verändert.',
    'Es gibt keine sichtbaren Unterschiede.',
    '未发现变化。',
    '没有变化',
    '两张图像之间没有明显的差异。',
  ])('%s states no change', (caption) => {
    expect(statesNoChange(caption)).toBe(true)
  })

  test.each([
    'Ein Auto ist erschienen, sonst hat sich nichts verändert.',
    'Ein Bereich in der Mitte hat sich verändert.',
    'Es gibt zwei kleinere Veränderungen.',
    '中央的一处区域发生了变化。',
    '左侧出现了一辆汽车，其他没有变化。',
  ])('%s states a change', (caption) => {
    expect(statesNoChange(caption)).toBe(false)
  })
})
