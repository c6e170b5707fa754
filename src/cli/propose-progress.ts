import type { PartsDone } from '../contract/proposal'

/** Of a large pair. */
export function showParts(parts: PartsDone | null): void {
  if (process.stderr.isTTY && parts !== null) {
    process.stderr.write(`\rpart ${parts.done} of ${parts.total}   `)
  }
}

export function showProgress(done: number, total: number, startedAt: number): void {
  if (process.stderr.isTTY) {
    const rate = done / ((Date.now() - startedAt) / 1000)
    process.stderr.write(
      `\r${done}/${total}  ${rate.toFixed(1)} pairs/s  ${Math.ceil((total - done) / rate)} s left   `,
    )
    if (done === total) {
      process.stderr.write('\n')
    }
  }
}
