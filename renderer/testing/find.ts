import { page } from 'vitest/browser'
import type { Locator } from 'vitest/browser'

/** Parts of the window as a user or a screen reader names them. */

type Role = Parameters<Locator['getByRole']>[0]

/** By its whole accessible name, or a pattern. */
export function part(role: Role, name: string | RegExp, within: Pick<Locator, 'getByRole'> = page): Locator {
  return within.getByRole(role, { name, exact: true })
}

export function button(name: string | RegExp, within?: Pick<Locator, 'getByRole'>): Locator {
  return part('button', name, within)
}

export function textbox(name: string | RegExp, within?: Pick<Locator, 'getByRole'>): Locator {
  return part('textbox', name, within)
}

/** A dialog over the window. */
export function dialog(name: string | RegExp): Locator {
  return part('dialog', name)
}

/** Text in live regions, as a screen reader announces it. */
export function alertSaying(words: string | RegExp): Locator {
  return page.getByRole('alert').filter({ hasText: words })
}

export function statusSaying(words: string | RegExp): Locator {
  return page.getByRole('status').filter({ hasText: words })
}

/** As Tab does, once it has come there. */
export function focus(locator: Locator): void {
  const element = locator.element()
  if (element instanceof HTMLElement) {
    element.focus()
  }
}
