import type { PackageFolders } from '../../packages/list-packages'
import type { EngineOptions } from '../engine-options'
import type { Promotions } from '../models/promotions'
import { Proposers } from './proposers'
import type { Segmenter } from '../segmenter'
import type { Session } from '../session'
import { presentDetector } from '../user-folder'

interface Parts {
  folders: PackageFolders
  segmenter: Segmenter
  promotions: Promotions
  /** Null where no folder is open. */
  session(): Session | null
}

/** The proposers, as the open project has them. */
export function makeProposers(
  { detectorFolder }: EngineOptions,
  { folders, segmenter, promotions, session }: Parts,
): Proposers {
  return new Proposers(
    folders,
    () => segmenter.outlines(),
    () => promotions.chosen(),
    {
      canName: () => session()?.naming.isOn ?? false,
      sceneKind: () => session()?.sceneKind ?? 'photographs',
      threshold: (model) => session()?.threshold.of(model) ?? null,
    },
    presentDetector(detectorFolder),
  )
}
