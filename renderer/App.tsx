import { MantineProvider } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect } from 'react'
import type { ReactElement } from 'react'
import { listenForKeys } from './keys/actions'
import { startPairs } from './queue/rows'
import { startReview } from './review/commands/navigation'
import { text } from './text/chosen'
import { AppShell } from './shell/AppShell'
import { useEngineState } from './state/engine-state'
import { routeOfHash, useRoute } from './state/route'
import { surfaces, theme } from './shell/theme'

export function App(): ReactElement {
  const chosen = useEngineState((state) => state.settings.theme)
  const isSystemDark = useMediaQuery('(prefers-color-scheme: dark)', true)
  const scheme = chosen === 'system' ? (isSystemDark ? 'dark' : 'light') : chosen
  useEffect(listenForKeys, [])
  useProject()
  useRouteInAddress()
  return (
    <MantineProvider theme={theme} cssVariablesResolver={surfaces} forceColorScheme={scheme}>
      <AppShell />
      <section id="layers" aria-label={text.shell.layers} />
    </MantineProvider>
  )
}

/** Another project, or another reading of it, begins with an empty list and no open pair. */
function useProject(): void {
  const identity = useEngineState(({ project }) =>
    project === null ? null : `${project.folder}\n${project.reading.id}`,
  )
  const isLoaded = useEngineState((state) => state.isLoaded)
  useEffect(() => {
    if (!isLoaded) {
      return
    }
    startPairs(identity)
    startReview()
    const { route, go } = useRoute.getState()
    if (identity === null && route !== 'settings' && route !== 'models') {
      go('open')
    } else if (identity !== null && route === 'open') {
      go('queue')
    }
  }, [identity, isLoaded])
}

/** A reload comes back to the same place. */
function useRouteInAddress(): void {
  const route = useRoute((store) => store.route)
  const isLoaded = useEngineState((state) => state.isLoaded)
  useEffect(() => {
    const before = routeOfHash(window.location.hash)
    if (before !== null && before !== 'review') {
      useRoute.getState().go(before)
    }
  }, [])
  useEffect(() => {
    if (isLoaded) {
      window.history.replaceState(null, '', `#${route}`)
    }
  }, [route, isLoaded])
}
