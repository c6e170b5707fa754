import type { FamilyTrainer } from '../../family'
import { ccrcFineTuneTask } from './fine-tune-task'
import { ccrcSyntheticTask } from './synthetic-task'

export const ccrcTrainer: FamilyTrainer = {
  entities: () => [],
  syntheticTask: ccrcSyntheticTask,
  fineTuneTask: (parent, tokenizer, options) => Promise.resolve(ccrcFineTuneTask(parent, tokenizer, options)),
}
