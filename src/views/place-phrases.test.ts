import { expect, test } from 'vitest'
import { isAtNamedPlace, withImagePlace, withoutPlaces } from './place-phrases'

test.each([
  'in the top left corner',
  'on the left side of the image',
  'in the upper right',
  'in the upper-right part of the photo',
  'on the far right',
  'on the right-hand side',
  'at the left',
  'at the bottom middle of the scene',
  'in the centre of the picture',
  'in the lower half',
  'on the left and on the right',
  'at the top of the image and in the bottom right',
])('a place in a window, "%s", makes room for the one in the whole', (phrase) => {
  expect(withoutPlaces(`a house is built ${phrase}`)).toBe('a house is built')
  expect(withoutPlaces(`a house is built ${phrase} and a tree is gone ${phrase}.`)).toBe(
    'a house is built and a tree is gone.',
  )
  expect(withImagePlace(`a house is built ${phrase}`, 'at the top')).toBe('a house is built, at the top')
})

test.each([
  'the ball on the left side moved',
  'a car stands on the left side of the road',
  'a car is gone in the top left corner of the parking lot',
  'a box is on the top',
  'a hole is in the bottom',
  'the cube moved to the left side of the image',
  'houses are built on the left and right sides of the road',
  'houses are built on the left and the right side of the road',
  'the ball right of the cube is gone',
  'a man stands in the middle of the road',
])('"%s" names no place in its picture', (caption) => {
  expect(withoutPlaces(caption)).toBe(caption)
})

test.each([
  ['a cube is gone, on the left', 'a cube is gone, at the top'],
  ['on the left, a cube is gone', 'a cube is gone, at the top'],
  ['On the left side a cube is gone on the right.', 'On the left side a cube is gone, at the top.'],
  ['a cube is gone .', 'a cube is gone, at the top .'],
])('"%s" of a window gets the place in the whole image, in clean words', (caption, expected) => {
  expect(withImagePlace(caption, 'at the top')).toBe(expected)
})

test('a typed prefix is unchanged to its last character', () => {
  expect(withImagePlace('a cube is gone, on the left', 'at the top', 'a cube is gone,')).toBe(
    'a cube is gone, at the top',
  )
  expect(withImagePlace('a cube.', 'at the top', 'a cube.')).toBe('a cube., at the top')
})

test.each([
  ['a car is gone', true],
  ['a car is gone on the left', true],
  ['a car is gone, at the top left of the image.', true],
  ['a car is gone on the right', false],
  ['a car is gone at the bottom left', false],
  ['a car is gone on the right and a tree grew at the top', true],
  ['a car is gone on the right and a tree grew', true],
  ['cars are gone on the right and on the left', true],
  ['a car is gone in the middle', true],
  ['a car is gone on the right side of the road', true],
  ['a tree grew, a car is gone on the right', true],
  ['a tree grew on the left, a car is gone on the right', true],
  ['a tree grew at the bottom, a car is gone, on the right', false],
  ['on the left, a car is gone', true],
  ['on the right, a car is gone', false],
  ['a tree grew at the bottom. On the right, a car is gone.', false],
  ['a car, on the right, is gone', false],
])('whether a box at the top left matches "%s": %s', (caption, isThere) => {
  expect(isAtNamedPlace(caption, { x: 10, y: 10, width: 10, height: 10 }, { width: 100, height: 100 })).toBe(
    isThere,
  )
})
