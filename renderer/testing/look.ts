/** What a person can read on the page in the pseudo-language, to find what no catalogue has and what is cut off. */

const NAMED = ['aria-label', 'title', 'placeholder', 'alt', 'aria-roledescription', 'aria-valuetext'] as const

/** Parts of a text outside of all brackets, where these have letters. */
function unbracketed(text: string): string | null {
  let rest = text
  for (let before = ''; before !== rest;) {
    before = rest
    rest = rest.replaceAll(/\[[^[\]]*\]/g, '')
  }
  return /\p{L}/u.test(rest) ? rest.trim() : null
}

/**
 * Visible texts, names and hints that no catalogue has, without key caps and what is data. An attribute is written
 * `title: text`.
 */
export function plainTexts(isData: (text: string) => boolean): string[] {
  const found = new Set<string>()
  function note(text: string, from: string): void {
    const rest = unbracketed(text)
    if (rest !== null && !isData(rest)) {
      found.add(`${from}${rest}`)
    }
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode
    if (
      parentElement !== null &&
      isShown(parentElement) &&
      parentElement.closest('kbd, style, script') === null
    ) {
      note(textContent ?? '', '')
    }
  }
  for (const element of document.querySelectorAll('body *')) {
    for (const name of NAMED) {
      note(element.getAttribute(name) ?? '', `${name}: `)
    }
  }
  return [...found].sort()
}

function isShown(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true })
}

/** Texts that do not fit: cut off without a hint that says them whole, or larger than their place. */
export function cutOff(): string[] {
  const found = new Set<string>()
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (isShown(element) && isTooSmall(element) && element.closest('[title]') === null) {
      found.add(`${placeOf(element)}: ${(element.textContent ?? '').slice(0, 80)}`)
    }
  }
  return [...found].sort()
}

/** Screen readers alone read what is one pixel wide. A canvas takes its size a moment after its place. */
function isTooSmall(element: HTMLElement): boolean {
  const { display, overflowY } = getComputedStyle(element)
  const { clientWidth, scrollWidth, clientHeight, scrollHeight } = element
  const isTooLow = overflowY !== 'auto' && overflowY !== 'scroll' && scrollHeight > clientHeight + 2
  return (
    (element.textContent ?? '').trim() !== '' &&
    clientWidth > 1 &&
    display !== 'inline' &&
    element.querySelector('canvas') === null &&
    (isTooLow || scrollWidth > clientWidth + 1)
  )
}

function placeOf(element: Element): string {
  const name = element.closest('[aria-label]')?.getAttribute('aria-label') ?? ''
  return `${name.slice(0, 30)} ${element.tagName.toLowerCase()}.${[...element.classList].join('.')}`
}
