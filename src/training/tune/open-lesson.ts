import { hasOwnProposer } from '../../inference/answers'
import type { ModelPackage } from '../../packages/read-package'
import type { Tokenizer } from '../../text/bpe/tokenizer'
import { ccrcLesson } from './ccrc-lesson'
import { familyLesson } from './family-lesson'
import type { LessonOptions, TuneLesson } from './lesson'

/** The lesson of a package's family, for a vocabulary that begins with the package's own. @throws PackageError */
export async function openLesson(
  parent: ModelPackage,
  tokenizer: Tokenizer,
  options: LessonOptions,
): Promise<TuneLesson> {
  return hasOwnProposer(parent.manifest.family)
    ? ccrcLesson(parent, tokenizer, options)
    : familyLesson(parent, tokenizer, options)
}
