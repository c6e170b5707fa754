import { expect, test } from 'vitest'
import { OutlineListError, parseOutlines, unmatched } from './coco-list'
import type { OutlineList } from './coco-list'

/** A list of one photograph with an outline. */
function parsed(image: object, licenses: readonly object[] = []) {
  const { images, leftOut } = parseOutlines(
    JSON.stringify({
      licenses,
      info: { contributor: '', date_created: '', description: '', url: '', version: '', year: '' },
      categories: [{ id: 1, name: 'car', supercategory: '' }],
      images: [{ id: 1, width: 640, height: 480, file_name: 'a.jpg', ...image }],
      annotations: [
        { id: 1, image_id: 1, category_id: 1, segmentation: [[10, 10, 200, 10, 200, 200]], iscrowd: 0 },
      ],
    }),
  )
  return { image: images.get('a.jpg'), leftOut }
}

test('a list as CVAT and Datumaro write it keeps its photographs, whose licence and origin are not stated', () => {
  const { image, leftOut } = parsed({ license: 0, flickr_url: '', coco_url: '', date_captured: 0 }, [
    { name: '', id: 0, url: '' },
  ])
  expect(leftOut).toEqual([])
  expect(image).toMatchObject({ licence: null, origin: null, outlines: [{ word: 'car' }] })
})

test('a licence keeps its name without an address, and its address without a name', () => {
  const licenceOf = (licence: object): string | null | undefined =>
    parsed({ license: 4 }, [{ id: 4, ...licence }]).image?.licence
  expect(licenceOf({ name: 'CC BY 4.0', url: '' })).toBe('CC BY 4.0')
  expect(licenceOf({ name: 'CC BY 4.0', url: null })).toBe('CC BY 4.0')
  expect(licenceOf({ name: 'CC BY 4.0', url: 'https://example.org/by' })).toBe(
    'CC BY 4.0 (https://example.org/by)',
  )
  expect(licenceOf({ name: '', url: 'https://example.org/by' })).toBe('https://example.org/by')
  expect(parsed({ license: 4 }).image?.licence).toBe('licence 4')
})

test('an empty text gives way to the next field', () => {
  const { image } = parsed({ licence: '', license: 'CC0-1.0', origin: '', flickr_url: '', coco_url: 'there' })
  expect(image).toMatchObject({ licence: 'CC0-1.0', origin: 'there' })
})

const SIZE = { width: 640, height: 480 }

/** A list of images and of one outline for each of `outlined`, which are ids. */
function listOf(images: readonly object[], outlined: readonly number[]): OutlineList {
  const annotations = outlined.map((image_id, at) => ({ id: at + 1, image_id, segmentation: [] }))
  return parseOutlines(JSON.stringify({ images, annotations }))
}

test('an image that is listed twice has the outlines, licences and origins of both', () => {
  const { images, leftOut } = listOf(
    [
      { id: 1, file_name: 'a.jpg', ...SIZE, licence: 'CC0-1.0', origin: 'here' },
      { id: 2, file_name: 'a.jpg', ...SIZE, licence: 'CC-BY-4.0', origin: 'here' },
      { id: 3, file_name: 'b.jpg', ...SIZE },
      { id: 4, file_name: 'b.jpg', ...SIZE, licence: 'CC0-1.0' },
    ],
    [1, 2, 4],
  )
  expect(leftOut).toEqual([])
  expect([...images.keys()]).toEqual(['a.jpg', 'b.jpg'])
  expect(images.get('a.jpg')).toMatchObject({ licence: 'CC0-1.0; CC-BY-4.0', origin: 'here' })
  expect(images.get('a.jpg')?.outlines.map(({ name }) => name)).toEqual(['outline 1', 'outline 2'])
  expect(images.get('b.jpg')).toMatchObject({ licence: 'CC0-1.0', outlines: [{ name: 'outline 3' }] })
})

test('an image that is listed again at another size is named, and the first stands', () => {
  const again = { id: 2, file_name: 'a.jpg', width: 320, height: 240 }
  const { images, leftOut } = listOf([{ id: 1, file_name: 'a.jpg', ...SIZE }, again], [1, 2])
  expect(images.get('a.jpg')).toMatchObject({ width: 640, outlines: [{ name: 'outline 1' }] })
  expect(leftOut).toEqual([
    { name: 'a.jpg, where it is listed again', reason: 'is 320 x 240 there, and 640 x 480 before' },
  ])
})

test('images that are in no folder and outlines of images that are in no list are named, each in a line', () => {
  const images = ['a.jpg', 'far/b.jpg', 'far/c.jpg'].map((file_name, id) => ({ id, file_name, ...SIZE }))
  expect(unmatched(listOf(images, [0, 1, 2, 98, 99]), ['a.jpg', 'z.jpg'])).toEqual([
    { name: 'listed images that are not in the folder of photographs', reason: '2, the first is far/b.jpg' },
    { name: 'outlines of images that the list does not have', reason: '2, the first is outline 4' },
  ])
  expect(unmatched(listOf(images.slice(0, 1), [0]), ['a.jpg', 'z.jpg'])).toEqual([])
})

test('outlines none of which is of a photograph are refused, and a list for licences alone is not', () => {
  const image = { id: 1, file_name: 'train2017/a.jpg', ...SIZE }
  const bare = { id: 2, file_name: 'a.jpg', ...SIZE }
  expect(() => unmatched(listOf([image, bare], [1]), ['a.jpg'])).toThrow(OutlineListError)
  expect(() => unmatched(listOf([image, bare], [1]), ['a.jpg'])).toThrow(
    'outlines nothing in the photographs: it names train2017/a.jpg, and the folder has a.jpg. ',
  )
  expect(() => unmatched(listOf([{ ...image, width: 0 }], [1]), ['a.jpg'])).toThrow(
    /^has outlines, but of none of the images that it lists \(image at place 0: width: /,
  )
  expect(unmatched(listOf([image, bare], []), ['a.jpg']).length).toBe(1)
})
