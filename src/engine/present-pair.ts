import { toFailure } from '../contract/errors'
import type { PictureKind, PictureTile } from '../contract/picture'
import type { StoredPair } from '../store/pair-records'
import { readDocument, withPresentSize } from './pictures/pair-images'
import type { LocatedPicture } from './pictures/picture-files'
import type { Session } from './session'

/**
 * The pair with the present size and the present problem of its files. The screen is told where the problem is another
 * one now; where that could not be stored, it is not. @throws as `withPresentSize`
 */
export function presentPair(session: Session, pairId: number): Promise<StoredPair> {
  return session.whileOpen(async (project) => {
    const { pair: read } = readDocument(project, project.store.pair(pairId))
    const present = await withPresentSize(project, read)
    if (project.store.pair(pairId).problem?.message !== read.problem?.message) {
      session.pairChanged(pairId, true)
    }
    return present
  })
}

/** Where the image is not there, the pair has that as its problem. @throws as `PictureCache.locate` */
export async function locatePicture(
  session: Session,
  { pairId, kind, tile = null }: { pairId: number; kind: PictureKind; tile?: PictureTile | null },
): Promise<LocatedPicture> {
  try {
    return await session.pictures.locate(pairId, kind, tile)
  } catch (error) {
    if (toFailure(error).code === 'not-found') {
      // nobody waits for it: who opens the pair finds it too
      presentPair(session, pairId).catch(() => undefined)
    }
    throw error
  }
}
