/**
 * The words of the vocabulary that stand in a caption with spaces between its words; of "hot dog" not "dog".
 * @param formsOf lower-case forms of a word
 */
export function namesAmongWords(
  caption: string,
  vocabulary: readonly string[],
  formsOf: (word: string) => readonly string[],
): string[] {
  let rest = ` ${caption.toLowerCase().replaceAll(/[^\p{L}\p{N}-]+/gu, ' ')} `
  const byLength = vocabulary.toSorted((a, b) => b.length - a.length)
  return byLength.filter((word) => {
    const form = formsOf(word).find((one) => rest.includes(` ${one} `))
    if (form === undefined) {
      return false
    }
    rest = rest.replaceAll(` ${form} `, '  ')
    return true
  })
}
