import { scoreCaptions } from '../src/metrics/captions'
import type { CaptionItem } from '../src/metrics/captions'
import { seededRandom } from '../src/metrics/set-score'
import { cocoTokens } from '../src/text/ptb/tokenize'

/**
 * Time of BLEU, ROUGE-L and CIDEr-D for sets of captions with 5 references each, from raw text, on one core,
 * against the limit of 10 s for 10,000 captions, and how it grows. Run: npx tsx bench/metrics.bench.ts
 */

/** 10 s for 10,000 captions. */
const LIMIT_MILLISECONDS = 1
const random = seededRandom(5)
/** Word frequencies fall as in English (Zipf). */
const vocabulary = Array.from({ length: 4000 }, (_, index) => `w${index.toString(36)}`.replace(/\d/g, 'x'))

function caption(): string {
  const words = Array.from(
    { length: 6 + Math.floor(random() * 12) },
    () => vocabulary[Math.floor(vocabulary.length ** random()) - 1],
  )
  return `${words.join(' ')}.`
}

function makeItems(count: number): CaptionItem[] {
  return Array.from({ length: count }, (_, index) => ({
    id: String(index),
    hypothesis: caption(),
    references: Array.from({ length: 5 }, () => caption()),
  }))
}

/** Seconds of processor time, which other work on the machine does not change. */
function processorSeconds(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

const rows = [2500, 5000, 10_000, 20_000].map((captions) => {
  const items = makeItems(captions)
  const tokens = processorSeconds(() => {
    for (const item of items) {
      for (const text of [item.hypothesis, ...item.references]) {
        cocoTokens(text)
      }
    }
  })
  const total = processorSeconds(() => scoreCaptions(items, cocoTokens))
  return {
    captions,
    'of it tokens, s': tokens.toFixed(2),
    'tokens and scores, s': total.toFixed(2),
    'ms a caption': ((1000 * total) / captions).toFixed(3),
    'share of 1 ms a caption': ((1000 * total) / captions / LIMIT_MILLISECONDS).toFixed(2),
  }
})
console.table(rows)
