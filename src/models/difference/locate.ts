import type { InferenceSession } from 'onnxruntime-node'
import type { Homography } from '../../domain/pair'
import { shrink } from '../../images/pyramid'
import type { Raster } from '../../images/raster'
import { register, sampleMask, type Registration } from '../../images/registration/register'
import type { Rect } from '../../mask/bitmap'
import { startStopwatch } from '../../process/stopwatch'
import { findChangedParts } from './changed-parts'
import type { DifferenceSettings } from './settings'

export interface Located {
  alignment: Homography | null
  remarks: string[]
  /** Pixels of the after image, the largest part first. */
  boxes: Rect[]
}

/** Where a pair differs: registered as it is, then measured on means of `factor` x `factor` pixels. */
export async function locate(
  session: InferenceSession,
  { before, after }: { before: Raster; after: Raster },
  settings: DifferenceSettings,
  factor: number,
): Promise<Located> {
  const registration = await register(before, after)
  const small = { before: shrink(before, factor), after: shrink(after, factor) }
  const shrunk = shrinkRegistration(registration, small, factor)
  const { clusters } = await findChangedParts(session, small, shrunk, settings, startStopwatch())
  const boxes = clusters.extents
    .toSorted((a, b) => b.area - a.area)
    .map(({ bounds: { x, y, width, height } }) => ({
      x: x * factor,
      y: y * factor,
      width: width * factor,
      height: height * factor,
    }))
  return { alignment: registration.homography, remarks: registration.remarks, boxes }
}

function shrinkRegistration(
  registration: Registration,
  { before, after: { width, height } }: { before: Raster; after: Raster },
  factor: number,
): Registration {
  if (factor === 1) return registration
  const { aligned, valid, view, shift } = registration
  return {
    ...registration,
    // where nothing moved there is one image, and its identity says so
    aligned: view === 'moved' ? shrink(aligned, factor) : before,
    valid: valid === null ? null : sampleMask(valid, aligned.width, width, height, factor),
    shift: shift / factor,
  }
}
