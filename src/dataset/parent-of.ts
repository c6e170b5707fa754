/** `a/b` for `a/b/c`; `''` at the top. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/** `c` for `a/b/c`. */
export function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
