import type { ReactElement } from 'react'
import { spellLevel } from './spell-level'
import { useWindowState } from './window-store'
import styles from './Window.module.css'

/** Over the images, while the window follows a drag. */
export function DraggedLevel(): ReactElement | null {
  const isDragged = useWindowState((state) => state.isDragged)
  const draft = useWindowState((state) => state.draft)
  const depth = useWindowState((state) => state.facts?.depth) ?? null
  if (!isDragged || draft === null || depth === null) {
    return null
  }
  return <p className={styles.dragged}>{spellLevel(draft, depth)}</p>
}
