import type { Frame } from '../paint/mask-store'
import { stage as stageText } from '../../text/en/stage'

export const VIEWS = ['side-by-side', 'swipe', 'blink', 'onion-skin', 'difference', 'aligned'] as const
export type View = (typeof VIEWS)[number]

export type ShownKind = 'before' | 'after' | 'aligned' | 'difference'

interface PanePicture {
  kind: ShownKind
  rendering: 'plain' | 'dimmed' | 'heat'
  /** What the swipe divider, the onion slider or blinking decide. */
  part: 'whole' | 'left' | 'right' | 'over' | 'blink-before' | 'blink-after'
}

export interface PaneLayout {
  id: 'left' | 'right' | 'only'
  frame: Frame
  /** Bottom to top. */
  pictures: readonly PanePicture[]
  /** Names at the left and right top corner; when blinking, the one of the two that is shown. */
  tags: readonly string[]
}

/**
 * Every pane is in the after frame but the left one of side by side, which shows the before image as it is.
 * Where the view moved, the other views use the before image as aligned with the after.
 */
export function panesOf(view: View, hasMoved: boolean): PaneLayout[] {
  const base: ShownKind = hasMoved ? 'aligned' : 'before'
  const names = stageText.pane
  const baseName = hasMoved ? names.aligned : names.before
  const after: PaneLayout = { id: 'right', frame: 'after', pictures: [whole('after')], tags: [names.after] }
  switch (view) {
    case 'side-by-side':
      return [{ id: 'left', frame: 'before', pictures: [whole('before')], tags: [names.before] }, after]
    case 'aligned':
      return [{ id: 'left', frame: 'after', pictures: [whole(base)], tags: [names.aligned] }, after]
    case 'swipe':
      return [only([part(base, 'left'), part('after', 'right')], [baseName, names.after])]
    case 'blink':
      return [only([part(base, 'blink-before'), part('after', 'blink-after')], [baseName, names.after])]
    case 'onion-skin':
      return [only([whole(base), part('after', 'over')], [])]
    case 'difference':
      return [
        only(
          [
            { kind: 'after', rendering: 'dimmed', part: 'whole' },
            { kind: 'difference', rendering: 'heat', part: 'whole' },
          ],
          [],
        ),
      ]
  }
}

function only(pictures: PanePicture[], tags: string[]): PaneLayout {
  return { id: 'only', frame: 'after', pictures, tags }
}

function whole(kind: ShownKind): PanePicture {
  return { kind, rendering: 'plain', part: 'whole' }
}

function part(kind: ShownKind, which: PanePicture['part']): PanePicture {
  return { kind, rendering: 'plain', part: which }
}
