import { expect, test } from 'vitest'
import { parseOutlines } from './coco-list'

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
