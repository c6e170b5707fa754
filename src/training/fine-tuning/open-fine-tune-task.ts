import { hasOwnPredictor } from '../../models/predictor/supported-questions'
import type { ModelPackage } from '../../packages/read-package'
import type { Tokenizer } from '../../text/bpe/tokenizer'
import { ccrcFineTuneTask } from '../ccrc/fine-tune-task'
import { familyFineTuneTask } from '../families/fine-tune-task'
import type { FineTuneTaskOptions, FineTuneTask } from './fine-tune-task'

/** The task of a package's family, for a vocabulary that begins with the package's own. @throws PackageError */
export async function openFineTuneTask(
  parent: ModelPackage,
  tokenizer: Tokenizer,
  options: FineTuneTaskOptions,
): Promise<FineTuneTask> {
  return hasOwnPredictor(parent.manifest.family)
    ? ccrcFineTuneTask(parent, tokenizer, options)
    : familyFineTuneTask(parent, tokenizer, options)
}
