import type { SliceAxis } from '../../../src/domain/slice-path'
import { engine } from '../../engine'
import { usePairList } from '../../queue/list'
import { inProject } from '../../state/engine-state'
import { refuseToEdit } from '../../state/view-only'
import { attempt, notify } from '../../state/notices'
import { text } from '../../text/chosen'
import { reviewPair } from '../commands/navigation'
import { useCurrentPair } from '../session'
import { presentScan, usePairScan } from './scan-store'

/** Opens the next slice that is a pair of the project. */
export function stepSlice(step: 1 | -1): void {
  const scan = presentScan()
  if (scan?.after.shown == null) {
    return
  }
  const { number } = scan.after.shown
  const beyond = scan.stack.filter((one) => (one.number - number) * step > 0)
  const next = step === 1 ? beyond[0] : beyond.at(-1)
  if (next === undefined) {
    notify('info', text.scan.noMore)
  } else {
    void reviewPair(next.pairId)
  }
}

/** Opens a slice by its number; one that is no pair of the project becomes one. */
export async function goToSlice(number: number): Promise<void> {
  const scan = presentScan()
  if (scan?.after.shown == null || number === scan.after.shown.number) {
    return
  }
  const { axis } = scan.after.shown
  const known = scan.stack.find((one) => one.number === number)
  if (known !== undefined) {
    await reviewPair(known.pairId)
  } else if (await addSlices(axis, number, number)) {
    const added = presentScan()?.stack.find((one) => one.number === number)
    if (added !== undefined) {
      await reviewPair(added.pairId)
    }
  }
}

/** Makes pairs of a range of slices of the open pair. Returns whether that was done. */
export async function addSlices(axis: SliceAxis, from: number, to: number): Promise<boolean> {
  const { pairId } = useCurrentPair.getState()
  if (pairId === null || refuseToEdit()) {
    return false
  }
  const done = await attempt(engine.call('scans.addSlices', { pairId, axis, from, to, ...inProject() }))
  if (done === null) {
    return false
  }
  await usePairList.getState().find()
  const scan = await attempt(engine.call('scans.get', { pairId }))
  if (scan !== null && useCurrentPair.getState().pairId === pairId) {
    usePairScan.setState({ pairId, scan })
  }
  notify('info', text.scan.added(done.added))
  return true
}
