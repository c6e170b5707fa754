import type { DiscoveredReading } from '../../dataset/reading'
import { fileOf } from '../../domain/slice-path'
import { sha256Hex } from '../../process/sha256'
import type { ProjectStore } from '../../store/project-store'
import type { FoundPair, PairFiles } from '../../store/put-aside'
import { isNotStored } from '../../store/store-error'
import { isThere } from './kept-pairs'
import { getSetting, projectSettings, setSetting } from './project-settings'

/**
 * A folder that is as it was costs no writing: that is most of the time that opening many pairs takes.
 * Another reading may give the keys of the last one to other images. Where those of the last one are all gone,
 * they were moved or converted, and the work on them stays.
 * @param readAnew the folder, where it was read otherwise before
 */
export function takeIn(store: ProjectStore, reading: DiscoveredReading, readAnew: string | null): void {
  const contents = sha256Hex(JSON.stringify(reading.pairs))
  if (getSetting(store.meta, projectSettings.contents) === contents) {
    forgetProblems(store)
  } else {
    store.pairs.synchronise(
      reading.pairs,
      (stored, found) =>
        isOtherSlice(store, stored, found) ||
        (readAnew !== null && [stored.before, stored.after].some((path) => isThere(readAnew, fileOf(path)))),
    )
    setSetting(store.meta, projectSettings.contents, contents)
  }
}

/** The before image is another slice, and all that is stored is proposals about the one that it was. */
function isOtherSlice({ pairs }: ProjectStore, stored: PairFiles, found: FoundPair): boolean {
  return (
    stored.after === found.after &&
    stored.before !== found.before &&
    fileOf(stored.before) === fileOf(found.before) &&
    pairs.worked.beforeOf(found.key) === null
  )
}

/** They stay where nothing can be stored: all else in the folder can be looked at. */
function forgetProblems({ pairs }: ProjectStore): void {
  try {
    pairs.forgetProblems()
  } catch (error) {
    if (!isNotStored(error)) {
      throw error
    }
  }
}
