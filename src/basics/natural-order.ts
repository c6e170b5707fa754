/** A text that sorts by its characters as `text` sorts with whole numbers in their order: `frame2` before `frame10`. */
export function sortableOf(text: string): string {
  return text.toLowerCase().replace(/\d+/g, (digits) => {
    const plain = digits.replace(/^0+(?=\d)/, '')
    return String.fromCharCode(48 + Math.min(plain.length, 9)) + plain
  })
}
