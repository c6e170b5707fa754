import { join } from 'node:path'
import { root } from '../build/build'
import type { SampleName } from '../src/contract/project'
import { shippedSample } from '../src/engine/project/sample'
import type { AppOptions, Fixtures } from './app'
import type { RunningApp } from './running-app'

/** On the first screen. */
const BUTTONS = { rendered: 'Rendered scenes', everyday: /^Everyday photographs/ } satisfies Partial<
  Record<SampleName, unknown>
>

/** Starts the app and opens a sample by one click; a team's server is started with the sample. */
export async function startAtSample(
  { start, shell }: Pick<Fixtures, 'start'> & Pick<AppOptions, 'shell'>,
  name: keyof typeof BUTTONS,
): Promise<RunningApp> {
  if (shell === 'team') {
    return start(shippedSample(join(root, 'sample'), name))
  }
  const app = await start(null)
  await app.page.getByRole('button', { name: BUTTONS[name] }).click()
  return app
}
