import { describe, expect, test } from 'vitest'
import { wheelIntent } from './wheel'

const still = { deltaX: 0, deltaY: 0, deltaMode: 0, ctrlKey: false, metaKey: false, shiftKey: false }

describe('the wheel', () => {
  test('with notches zooms, in toward the screen', () => {
    expect(wheelIntent({ ...still, deltaY: -120 })).toEqual({ type: 'zoom', factor: 1.25 })
    expect(wheelIntent({ ...still, deltaY: 3, deltaMode: 1 })).toEqual({ type: 'zoom', factor: 0.8 })
  })

  test('of a pinch zooms by as much as the fingers move', () => {
    const intent = wheelIntent({ ...still, deltaY: -10, ctrlKey: true })
    expect(intent).toEqual({ type: 'zoom', factor: Math.exp(0.1) })
  })

  test('of two fingers pans both ways', () => {
    expect(wheelIntent({ ...still, deltaX: 4, deltaY: -7.5 })).toEqual({ type: 'pan', right: -4, down: 7.5 })
    expect(wheelIntent({ ...still, deltaY: 12 })).toEqual({ type: 'pan', right: -0, down: -12 })
  })

  test('with Shift pans sideways', () => {
    expect(wheelIntent({ ...still, deltaY: 100, shiftKey: true })).toEqual({
      type: 'pan',
      right: -100,
      down: 0,
    })
  })
})
