import type { BaseWindow, MenuItemConstructorOptions } from 'electron'
import { afterEach, expect, test, vi } from 'vitest'
import { messagesIn } from '../src/messages/catalogues'
import { appMenu } from './menu'

/** The template itself stands for the menu. */
vi.mock('electron', () => ({ Menu: { buildFromTemplate: (items: unknown) => items } }))

afterEach(() => void vi.unstubAllGlobals())

function zoomItem(platform: NodeJS.Platform): MenuItemConstructorOptions | undefined {
  vi.stubGlobal('process', { ...process, platform })
  const words = messagesIn.en.shell
  const menus = appMenu(words) as unknown as MenuItemConstructorOptions[]
  const items = menus.find(({ role }) => role === 'window')?.submenu as MenuItemConstructorOptions[]
  return items.find(({ label }) => label === words.zoom)
}

test.each(['linux', 'win32'] as const)(
  'Zoom of the window menu maximises it, and back, on %s',
  (platform) => {
    let isMaximised = false
    const window = {
      isMaximized: () => isMaximised,
      maximize: () => (isMaximised = true),
      unmaximize: () => (isMaximised = false),
    } as unknown as BaseWindow
    const item = zoomItem(platform)
    const press = item?.click as unknown as ((item: unknown, window: BaseWindow) => void) | undefined
    press?.(item, window)
    expect(isMaximised).toBe(true)
    press?.(item, window)
    expect(isMaximised).toBe(false)
  },
)

test('macOS zooms by itself', () => {
  expect(zoomItem('darwin')).toMatchObject({ role: 'zoom' })
})
