import { describe, expect, it, vi } from 'vitest'
import { keepFocus } from './focus'

class Field {
  isLeft = false
  contains(): boolean {
    return false
  }
  closest(): this {
    return this
  }
  blur(): void {
    this.isLeft = true
  }
}
vi.stubGlobal('Element', Field)
vi.stubGlobal('HTMLElement', Field)

/** A press on a button of a bar that keeps the focus. */
function press(defaultPrevented: boolean): { isLeft: boolean; isPrevented: boolean } {
  const field = new Field()
  vi.stubGlobal('document', { activeElement: field })
  let isPrevented = defaultPrevented
  const event = { target: new Field(), defaultPrevented, preventDefault: () => (isPrevented = true) }
  keepFocus(event as unknown as MouseEvent)
  return { isLeft: field.isLeft, isPrevented }
}

describe('a press on a button around the canvas', () => {
  it('leaves the field', () => {
    expect(press(false)).toEqual({ isLeft: true, isPrevented: true })
  })

  it('leaves it alone where the button asks for that', () => {
    expect(press(true)).toEqual({ isLeft: false, isPrevented: true })
  })
})
