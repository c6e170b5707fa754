import { changeEntities } from '../../../text/entities'
import type { Tokenizer } from '../../../text/bpe/tokenizer'
import type { TrainingPair } from '../../../training/data/training-set'
import type { FamilyTrainer } from '../../family'
import { PHRASE_LENGTH } from '../../layers/training-inputs'
import type { EncodeDecodeHooks } from '../../pair-data'
import type { EncodeDecodeParts } from '../predictor/load-package'
import { encodeDecodeFineTuneTask } from './fine-tune-task'
import { encodeDecodeSyntheticTask } from './synthetic-task'

/** Rarer phrases of the training captions are not entities. */
const MIN_COUNT = 2
/** The most that a package may name. */
const MAX_ENTITIES = 1000

export function encodeDecodeTrainer(family: EncodeDecodeParts): FamilyTrainer {
  return {
    entities: (pairs, tokenizer) => frequentPhrases(family.hooks, pairs, tokenizer),
    syntheticTask: (options) => encodeDecodeSyntheticTask(family, options),
    fineTuneTask: (parent, tokenizer, options) =>
      encodeDecodeFineTuneTask(family, parent, tokenizer, options),
  }
}

/** The most frequent phrases of the training captions that fit into `PHRASE_LENGTH`. */
function frequentPhrases(
  { entities }: EncodeDecodeHooks,
  pairs: readonly TrainingPair[],
  tokenizer: Tokenizer,
): readonly string[] {
  if (entities === undefined) {
    return []
  }
  const captions = pairs.flatMap(({ record }) => record.captions)
  return changeEntities(captions, { from: entities.from, least: MIN_COUNT })
    .map(({ name }) => name)
    .filter((name) => tokenizer.encode(name).length <= PHRASE_LENGTH)
    .slice(0, MAX_ENTITIES)
}
