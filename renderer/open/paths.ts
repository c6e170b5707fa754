/** A path in a folder of the engine's machine, with that machine's separator. */
export function pathIn(folder: string, name: string): string {
  const separator = folder.includes('\\') ? '\\' : '/'
  return folder.endsWith(separator) ? folder + name : folder + separator + name
}
