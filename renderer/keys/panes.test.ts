import { expect, test, vi } from 'vitest'
import { focusNextPane } from './focus'

/** As much of an element as is looked at. */
interface Part {
  name: string
  within: Part | null
  offsetParent: object
  contains(other: Part | null): boolean
  focus(): void
}

const page: { activeElement: Part | null } = { activeElement: null }

function part(name: string, within: Part | null = null): Part {
  const made: Part = {
    name,
    within,
    offsetParent: {},
    contains: (other) => other === made || (other !== null && made.contains(other.within)),
    focus: () => (page.activeElement = made),
  }
  return made
}

test('F6 goes to every part of the window, those within another too, and begins anew', () => {
  const main = part('main')
  const parts = [part('rail'), main, part('tools', main), part('list', main), part('status')]
  const querySelectorAll = (wanted: string): Part[] => (wanted === '[data-pane][tabindex]' ? parts : [])
  vi.stubGlobal('document', Object.assign(page, { querySelectorAll }))
  const gone = parts.map(() => {
    focusNextPane()
    return page.activeElement?.name
  })
  expect(gone).toEqual(['rail', 'main', 'tools', 'list', 'status'])
  focusNextPane()
  expect(page.activeElement?.name).toBe('rail')
})
