/** Of several captions of the same facts the one that shares most n-grams (orders 1 to 4, Dice) with the others. */
export function consensusCaption(drafts: readonly string[]): string {
  const sets = drafts.map(ngrams)
  let best = 0
  let most = -1
  sets.forEach((a, i) => {
    const sum = sets.reduce((total, b) => total + dice(a, b), 0)
    if (sum > most) {
      most = sum
      best = i
    }
  })
  return drafts[best]
}

function ngrams(text: string): Set<string> {
  const words = text.split(' ')
  const out = new Set<string>()
  for (let n = 1; n <= 4; n++) {
    for (let i = 0; i + n <= words.length; i++) {
      out.add(words.slice(i, i + n).join(' '))
    }
  }
  return out
}

function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const gram of a) {
    if (b.has(gram)) {
      shared++
    }
  }
  return (2 * shared) / (a.size + b.size)
}
