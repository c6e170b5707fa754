import { trainTokenizer } from '../src/text/bpe/train'

/** A vocabulary of 512 from 10,000 captions, against ten seconds. */
const LIMIT_SECONDS = 10
const COLOURS = ['red', 'green', 'blue', 'purple', 'yellow', 'grey', 'brown', 'cyan']
const SHAPES = ['cube', 'sphere', 'cylinder', 'building', 'road', 'tree', 'pool', 'car']
const captions = Array.from({ length: 10_000 }, (_, i) => {
  const other = SHAPES[(i >> 3) % 8]
  return `the ${COLOURS[i % 8]} ${SHAPES[(i >> 6) % 8]} number ${i} near the ${other} has been added${i % 97}`
})
const started = performance.now()
const { size } = trainTokenizer(captions, 512)
const seconds = (performance.now() - started) / 1000
console.log(
  `${size} tokens of 10,000 captions in ${seconds.toFixed(2)} s: ${(seconds / LIMIT_SECONDS).toFixed(3)} of the limit of ${LIMIT_SECONDS} s`,
)
process.exitCode = seconds < LIMIT_SECONDS ? 0 : 1
