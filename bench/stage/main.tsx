import '../../renderer/testing/english'
import '@mantine/core/styles.css'
import { MantineProvider } from '@mantine/core'
import { useEffect } from 'react'
import type { ReactElement } from 'react'
import { createRoot } from 'react-dom/client'
import { useReviewDocument } from '../../renderer/review/document'
import { useReviewSession } from '../../renderer/review/session'
import { actions } from '../../renderer/review/stage/actions'
import { ReviewStage } from '../../renderer/review/stage/ReviewStage'
import { useStageView } from '../../renderer/review/stage/stage-view'
import { surfaces, theme } from '../../renderer/shell/theme'
import { connectMockEngine, mockPair } from './mock-engine'
import { measure } from './measure'
import { panAndZoom } from './pan-and-zoom'

/**
 * The canvas alone, on a synthetic pair: `?size=4096&regions=1`; `&tiles=1` for one whose pictures
 * come as tiles. Keys go straight to the canvas actions. Tests and
 * the benchmark reach the state through `window.stage`.
 */
const options = new URLSearchParams(window.location.search)

declare global {
  interface Window {
    stage: unknown
  }
}

window.stage = {
  document: useReviewDocument,
  session: useReviewSession,
  view: useStageView,
  measure,
  panAndZoom,
}

function Demo(): ReactElement | null {
  const open = useReviewDocument((state) => state.open)
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const key = event.key.length === 1 ? event.key.toUpperCase() : event.key
      const name = event.shiftKey && key.length > 1 ? `Shift+${key}` : key
      if (event.ctrlKey && key === 'Z') {
        void useReviewDocument.getState().undo()
      }
      actions.find(({ defaultKey }) => defaultKey.split(' ').includes(name))?.run()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  return open === null ? null : <ReviewStage open={open} />
}

connectMockEngine()
useReviewDocument.setState({ open: mockPair(options) })
const root = document.getElementById('root')
if (root !== null) {
  const scheme = options.get('scheme') === 'light' ? 'light' : 'dark'
  createRoot(root).render(
    <MantineProvider theme={theme} cssVariablesResolver={surfaces} forceColorScheme={scheme}>
      <Demo />
    </MantineProvider>,
  )
}
