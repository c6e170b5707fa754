import { describe, expect, test } from 'vitest'
import { wheelIntent } from './wheel'

const still = {
  deltaX: 0,
  deltaY: 0,
  deltaMode: 0,
  wheelDeltaY: 0,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
}
const notchUp = { ...still, deltaY: -100, wheelDeltaY: 120 }

describe('the wheel', () => {
  test('with notches zooms, in toward the screen', () => {
    expect(wheelIntent(notchUp, 1, null)).toEqual({ type: 'zoom', factor: 1.25 })
    expect(wheelIntent({ ...still, deltaY: 3, deltaMode: 1 }, 1, null)).toEqual({ type: 'zoom', factor: 0.8 })
  })

  test('has the same notches at every pixel ratio', () => {
    for (const ratio of [1, 1.25, 1.5, 2, 3]) {
      const turn = { ...still, deltaY: -100 / ratio, wheelDeltaY: 120 / ratio }
      expect(wheelIntent(turn, ratio, null), `ratio ${ratio}`).toEqual({ type: 'zoom', factor: 1.25 })
    }
  })

  test('of a pinch zooms by as much as the fingers move', () => {
    const intent = wheelIntent({ ...still, deltaY: -10, wheelDeltaY: 30, ctrlKey: true }, 1, null)
    expect(intent).toEqual({ type: 'zoom', factor: Math.exp(0.1) })
  })

  test('of two fingers pans both ways', () => {
    const turn = { ...still, deltaX: 4, deltaY: -7.5, wheelDeltaY: 22 }
    expect(wheelIntent(turn, 1, null)).toEqual({ type: 'pan', right: -4, down: 7.5 })
  })

  test('keeps its meaning until it rests', () => {
    expect(wheelIntent(notchUp, 1, 'pan')).toMatchObject({ type: 'pan', down: 100 })
    expect(wheelIntent({ ...still, deltaY: -7, wheelDeltaY: 21 }, 1, 'zoom')).toMatchObject({ type: 'zoom' })
  })

  test('with Shift pans sideways', () => {
    const turn = { ...still, deltaY: 100, wheelDeltaY: -120, shiftKey: true }
    expect(wheelIntent(turn, 1, null)).toEqual({ type: 'pan', right: -100, down: 0 })
  })
})
