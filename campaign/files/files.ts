import type { Attack } from '../attack'
import { makeOwnFolder } from '../own-folder'
import { mutatedDataset } from './datasets'
import { mutatedImages } from './images'
import { mutatedProject, mutatedSettings } from './own-files'
import { mutatedPackage } from './packages'

/** Mutated files of every kind that is read. A turn is one kind. */
export function filesAttack(): Attack {
  const own = makeOwnFolder('files')
  let shared: string | null = null
  const kinds = [
    mutatedImages,
    mutatedDataset,
    mutatedImages,
    mutatedProject,
    mutatedDataset,
    mutatedPackage,
    mutatedSettings,
  ]
  return {
    name: 'files',
    async run(turn) {
      shared ??= own.fresh()
      await turn.random.pick(kinds)(turn, shared)
    },
    async end() {
      own.remove()
    },
  }
}
