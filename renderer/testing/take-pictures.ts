import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { useEngineState } from '../state/engine-state'

/** The folder for screenshots, which the environment variable DELTASCRIBE_SHOTS names. */
declare const __SHOTS__: string | null

const taken = new Map<string, number>()

/** Pictures of the screen in both themes for people to look at, where a folder for them is given. */
export async function takePictures(): Promise<void> {
  if (__SHOTS__ === null) {
    return
  }
  const test = (expect.getState().currentTestName ?? 'screen').replaceAll(/\W+/g, '-')
  const count = (taken.get(test) ?? 0) + 1
  taken.set(test, count)
  const { settings } = useEngineState.getState()
  for (const theme of ['light', 'dark'] as const) {
    useEngineState.setState({ settings: { ...settings, theme } })
    await new Promise((resolve) => setTimeout(resolve, 150))
    await page.screenshot({
      path: `${__SHOTS__}/${document.documentElement.lang || 'en'}-${test}-${count}-${theme}.png`,
    })
  }
  useEngineState.setState({ settings })
}
