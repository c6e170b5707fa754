import type { Handlers } from '../contract/define'
import type { ModelProposer } from '../models/model-proposer'
import type { DecodedPair } from './decoded-pair-cache'
import type { Frames, PairSources } from './pair-sources'
import { requireSupported } from './propose-at'
import type { InferenceCommands } from './inference-contract'

/** Questions to a model about a user's work on a pair. */
export function questionHandlers({
  proposers,
  decoded,
  running,
}: PairSources): Pick<Handlers<InferenceCommands>, 'recaption' | 'remask' | 'agree'> {
  async function withModel<T extends object>(
    question: Frames & { model: string; detector: string | null },
    work: (model: ModelProposer, pair: DecodedPair) => Promise<T>,
  ): Promise<T & { model: string; version: string; milliseconds: number }> {
    const started = performance.now()
    const pair = await decoded(question)
    const { model: folder, detector } = question
    const model = await proposers.modelOn({ folder, detector }, question.provider)
    const answer = await running(question.model, model.provider, async () => {
      await proposers.ensureProposed(model, pair)
      return work(model, pair)
    })
    return { ...answer, model: model.id, version: model.version, milliseconds: performance.now() - started }
  }

  return {
    recaption: (question) =>
      withModel(question, (model, { before, after, key }) => {
        const run = question.begin === '' ? model.recaption : model.complete
        return requireSupported(run, model)(before, after, key, question.regions, question.begin)
      }),
    remask: (question) =>
      withModel(question, (model, { before, after, key }) =>
        requireSupported(model.remask, model)(before, after, key, question.caption),
      ),
    agree: (question) =>
      withModel(question, async (model, { before, after, key }) => ({
        agreement: await requireSupported(model.agree, model)(
          before,
          after,
          key,
          question.regions,
          question.caption,
        ),
      })),
  }
}
