import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'

/** Frames are made as soon as there is something to show. */
export const UNCLOCKED = ['--disable-frame-rate-limit', '--disable-gpu-vsync']

export function chromiumPath(): string {
  const { CHROMIUM_PATH } = process.env
  const places = [CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome', chromium.executablePath()]
  const executable = places.find((path) => path !== undefined && existsSync(path))
  if (executable === undefined) {
    throw new Error('no Chromium was found: set CHROMIUM_PATH to one')
  }
  return executable
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** What draws the page. */
export function rendererOf(page: Page): Promise<string> {
  return page.evaluate<string>(
    `(() => {
      const gl = document.createElement('canvas').getContext('webgl')
      const info = gl?.getExtension('WEBGL_debug_renderer_info')
      return info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : 'none'
    })()`,
  )
}
