const TEXT_FIELDS = 'input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select'
const PRESSABLE = 'button, a[href], summary, [role=button], [role=tab], input, [role=menuitem]'
const MOVABLE =
  '[role=slider], [role=radio], [role=menu], [role=tab], [role=combobox], [role=spinbutton], input'
const KEEPS_FOCUS = '[data-keep-focus] button, button[data-keep-focus]'
const LAYERS = '[role=dialog], [role=menu], [role=listbox][data-composed]'

/** With Ctrl or Command a key writes no text, apart from these, which edit it. */
const TEXT_COMBINATIONS = /^Ctrl\+(?:Shift\+)?(?:[ACVXYZ]|Arrow\w+|Home|End|Backspace|Delete)$/

/** Whether this lies in a menu or a dialog, which Escape closes. */
export function isInLayer(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(LAYERS) !== null
}

/**
 * Whether the focused element needs the key itself: text in a field, Enter on a button, arrows on a
 * slider, Tab while somebody walks through the controls.
 */
export function ownsKey(target: EventTarget | null, combination: string, whileTyping: boolean): boolean {
  if (!(target instanceof Element)) {
    return false
  }
  if (isInLayer(target)) {
    return true
  }
  if (target.closest(TEXT_FIELDS) !== null || (target instanceof HTMLElement && target.isContentEditable)) {
    return (
      !(whileTyping && combination.startsWith('Ctrl+') && !TEXT_COMBINATIONS.test(combination)) &&
      !/^F\d+$/.test(combination)
    )
  }
  const key = combination.split('+').at(-1) ?? ''
  if (key === 'Enter' || key === 'Space') {
    return combination === key && target.closest(PRESSABLE) !== null
  }
  if (key === 'Tab') {
    return target.matches('button, a, input, [tabindex]:not([data-canvas])') && target !== document.body
  }
  return /^(?:Arrow|Home$|End$|Page)/.test(key) && target.closest(MOVABLE) !== null
}

/**
 * Buttons around the canvas do not take the focus from a click, so that the next Enter accepts the pair
 * and does not press the button again. The Tab key still reaches them.
 */
export function keepFocus(event: MouseEvent): void {
  const { activeElement } = document
  // the button has said who keeps the focus
  if (event.defaultPrevented) {
    return
  }
  if (!(event.target instanceof Element) || event.target.closest(KEEPS_FOCUS) === null) {
    return
  }
  event.preventDefault()
  if (activeElement instanceof HTMLElement && !activeElement.contains(event.target)) {
    activeElement.blur()
  }
}

/** The parts of the window that F6 walks through, in the order of the page. Each has `data-pane`. */
export function focusNextPane(): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane][tabindex]')].filter(
    (pane) => pane.offsetParent !== null,
  )
  // a part comes before those within it
  const present = panes.findLastIndex((pane) => pane.contains(document.activeElement))
  panes[(present + 1) % panes.length]?.focus()
}

/** Fields keep what was typed when they are left, and what is typed next is meant for the next place's keys. */
export function blurActiveField(): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement) {
    activeElement.blur()
  }
}
