import { join } from 'node:path'
import { failWith } from '../../contract/errors'
import type { PairDocument } from '../../domain/document'
import type { Homography } from '../../domain/pair'
import { documentFrom } from '../../domain/review'
import { entityPrompt, fillInstruction, markedRegions } from '../../connector/entities'
import { readImageSize } from '../../images/decode'
import { instructionIn } from '../../contract/connector'
import { withAnswerLanguage, withChangeDefinition } from '../../contract/project'
import { inspectFolder } from '../project/open-project'
import { getSetting, projectSettings } from '../project/project-settings'
import type { OpenProject } from '../project/open-project'
import { framePathsOf } from '../pictures/value-mappings'
import type { FramePaths } from '../pictures/value-mappings'
import type { InferenceLane } from '../lanes/inference-lane'
import { message } from '../../messages/message'

/** A question about a pair, before it is put into a request. */
export interface PairQuestion {
  instruction: string
  /** Data URLs. */
  before: string
  after: string
}

interface QuestionOptions {
  instruction: string
  /** Pixels. */
  side: number
}

interface Subject extends FramePaths {
  document: PairDocument
  alignment: Homography | null
}

/** A process that takes longer than this to draw the pictures of a pair is ended. */
const PICTURE_MILLISECONDS = 120_000
const CUT_OUT_REMARK = 'The pictures are cut out around the marks; places are those in the whole picture.'

/**
 * @param pairId of a pair, or of a blind review of one: then about its document
 * @throws ContractError `bad-image`, `not-found`, `cancelled`, `unavailable`
 */
export async function questionAboutPair(
  project: Pick<OpenProject, 'folder' | 'store'>,
  pairId: number,
  lane: InferenceLane,
  options: QuestionOptions,
): Promise<PairQuestion> {
  const { store } = project
  const row = store.pair(pairId)
  const pair = row.blind.reviewOf === null ? row : store.pair(row.blind.reviewOf)
  const document = store.document(row)
  const frames = await framePathsOf(project, pair)
  const language = getSetting(store.meta, projectSettings.captionLanguage)
  const question = await questionFor({ ...frames, document, alignment: pair.alignment }, lane, {
    ...options,
    instruction: instructionIn(options.instruction, language),
  })
  const instruction = withChangeDefinition(
    question.instruction,
    getSetting(store.meta, projectSettings.changeDefinition),
  )
  return { ...question, instruction: withAnswerLanguage(instruction, language) }
}

async function questionFor(
  subject: Subject,
  lane: InferenceLane,
  options: QuestionOptions,
): Promise<PairQuestion> {
  const { document, alignment, ...frames } = subject
  const regions = markedRegions(document).map(({ id, mask, beforeMask }) => ({ id, mask, beforeMask }))
  const { isCutOut, ...pictures } = await lane.call(
    'marked',
    { ...frames, regions, alignment, side: options.side },
    { milliseconds: PICTURE_MILLISECONDS },
  )
  const entities = entityPrompt(document)
  const entityText = isCutOut ? `${entities}\n${CUT_OUT_REMARK}` : entities
  return { ...pictures, instruction: fillInstruction(options.instruction, entityText) }
}

/** About the first pair of the sample that has a mask. Its place in the before frame is measured. */
export async function questionAboutSample(
  sampleFolder: string,
  lane: InferenceLane,
  options: QuestionOptions,
): Promise<PairQuestion> {
  const [reading] = await inspectFolder(sampleFolder)
  const pair = reading?.pairs.find(({ label }) => label !== null)
  if (pair?.label == null) {
    throw failWith('unavailable', message('connector.noSample', { folder: sampleFolder }))
  }
  const limits = { milliseconds: PICTURE_MILLISECONDS }
  const [before, after] = [join(sampleFolder, pair.before), join(sampleFolder, pair.after)]
  const size = await readImageSize(after)
  const regions = await lane.call('label', { source: join(sampleFolder, pair.label), ...size }, limits)
  const proposer = { name: 'difference', folder: null }
  const { alignment } = await lane.call('propose', { before, after, provider: 'cpu', proposer }, limits)
  return questionFor({ before, after, document: documentFrom(regions, []), alignment }, lane, options)
}
