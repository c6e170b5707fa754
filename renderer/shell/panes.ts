/** The parts of the window that F6 walks through, in the order of the page. Each has `data-pane`. */
export function focusNextPane(): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane][tabindex]')].filter(
    (pane) => pane.offsetParent !== null,
  )
  // a part comes before those within it
  const present = panes.findLastIndex((pane) => pane.contains(document.activeElement))
  panes[(present + 1) % panes.length]?.focus()
}
