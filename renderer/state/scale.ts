import { shell } from '../engine'

/** The shell zooms the whole page; in a browser every size in `rem` follows the root. */
export function applyScale(scale: number): void {
  if (shell === null) {
    document.documentElement.style.fontSize = `${scale * 100}%`
  } else {
    shell.setScale(scale)
  }
}
