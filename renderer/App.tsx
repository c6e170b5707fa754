import { MantineProvider } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect } from 'react'
import type { ReactElement } from 'react'
import { listenForKeys } from './keys/listen'
import { startPairs } from './queue/rows'
import { startReview } from './review/panels/navigation'
import { text } from './text/en'
import { Frame } from './ui/Frame'
import { useLive } from './ui/live'
import { placeOfHash, usePlace } from './ui/place'
import { surfaces, theme } from './ui/theme'

export function App(): ReactElement {
  const wanted = useLive((live) => live.settings.theme)
  const isSystemDark = useMediaQuery('(prefers-color-scheme: dark)', true)
  const scheme = wanted === 'system' ? (isSystemDark ? 'dark' : 'light') : wanted
  useEffect(listenForKeys, [])
  useProject()
  usePlaceInAddress()
  return (
    <MantineProvider theme={theme} cssVariablesResolver={surfaces} forceColorScheme={scheme}>
      <Frame />
      <section id="layers" aria-label={text.frame.layers} />
    </MantineProvider>
  )
}

/** Another project, or another reading of it, begins with an empty list and no open pair. */
function useProject(): void {
  const identity = useLive(({ project }) =>
    project === null ? null : `${project.folder}\n${project.reading.id}`,
  )
  const isLoaded = useLive((live) => live.isLoaded)
  useEffect(() => {
    if (!isLoaded) {
      return
    }
    startPairs(identity)
    startReview()
    const { place, go } = usePlace.getState()
    if (identity === null && place !== 'settings' && place !== 'models') {
      go('open')
    } else if (identity !== null && place === 'open') {
      go('queue')
    }
  }, [identity, isLoaded])
}

/** A reload comes back to the same place. */
function usePlaceInAddress(): void {
  const place = usePlace((store) => store.place)
  const isLoaded = useLive((live) => live.isLoaded)
  useEffect(() => {
    const before = placeOfHash(window.location.hash)
    if (before !== null && before !== 'review') {
      usePlace.getState().go(before)
    }
  }, [])
  useEffect(() => {
    if (isLoaded) {
      window.history.replaceState(null, '', `#${place}`)
    }
  }, [place, isLoaded])
}
