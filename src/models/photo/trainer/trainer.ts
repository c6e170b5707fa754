import type { FamilyTrainer } from '../../family'
import { photoFineTuneTask } from './fine-tune-task'
import { photoSyntheticTask } from './synthetic-task'

export const photoTrainer: FamilyTrainer = {
  entities: () => [],
  syntheticTask: photoSyntheticTask,
  fineTuneTask: photoFineTuneTask,
}
