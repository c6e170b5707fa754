/** The characters that Python's `str.split()` splits at (Unicode White_Space and the separators 1C to 1F). */
const PYTHON_WHITESPACE =
  // eslint-disable-next-line no-control-regex
  /[\t-\r\u001C-\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+/

/**
 * Words as Python's `str.split()` gives them. A no-break space splits here, where JavaScript's blank does not:
 * PTB tokens such as "5 1/2" hold one.
 */
export function pythonSplit(text: string): string[] {
  return text.split(PYTHON_WHITESPACE).filter((word) => word !== '')
}
