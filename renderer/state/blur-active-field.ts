/** Fields keep what was typed when they are left, and what is typed next is meant for the next place's keys. */
export function blurActiveField(): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement) {
    activeElement.blur()
  }
}
