/**
 * Random numbers by position: value i of a stream depends on the seed and i alone, so any language
 * with 32-bit arithmetic can repeat them. The mixer is "lowbias32" (C. Wellons, hash-prospector).
 */
export function mix32(value: number): number {
  let x = value >>> 0
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d)
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b)
  return (x ^ (x >>> 16)) >>> 0
}

/** FNV-1a over UTF-16 code units, 32 bits. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}

/** The seed of a named stream. */
export function streamSeed(seed: number, name: string): number {
  return mix32((mix32(seed) ^ hashText(name)) >>> 0)
}

/** Value `index` of the stream, in (0, 1). */
export function uniformAt(seed: number, index: number): number {
  return (mix32((seed + Math.imul(index, 0x9e3779b9)) >>> 0) + 0.5) / 4294967296
}

/** Value `index` of the stream, of mean 0 and deviation 1 (Box-Muller, one value a pair). */
export function normalAt(seed: number, index: number): number {
  const radius = Math.sqrt(-2 * Math.log(uniformAt(seed, 2 * index)))
  return radius * Math.cos(2 * Math.PI * uniformAt(seed, 2 * index + 1))
}
