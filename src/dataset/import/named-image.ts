/** An image that a list names and nobody looks for: it has no absolute path. */
export function namedImage(name: string): { absolute: string; path: string } {
  return { absolute: '', path: name.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '') }
}
