/** The parts of the window that F6 walks through, in the order of the page. Each has `data-pane`. */
export function focusNextPane(): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(
    (pane) => pane.offsetParent !== null,
  )
  const present = panes.findIndex((pane) => pane.contains(document.activeElement))
  panes[(present + 1) % panes.length]?.focus()
}
