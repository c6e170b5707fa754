import { failWith } from '../../contract/errors'
import type { Project } from '../../contract/project'
import { holderInWords } from '../../store/project-hold'
import type { EngineCommands, EngineHandlers } from '../../contract/engine'
import type { Caller } from '../../contract/person'
import { message } from '../../messages/message'

/** @throws ContractError `held` where the project is for looking only, with what to do */
export function requireEditable({ viewOnly }: Pick<Project, 'viewOnly'>): void {
  if (viewOnly === null) {
    return
  }
  throw failWith(
    'held',
    viewOnly.hasClosed
      ? message('store.releasedNothingChanged')
      : message('store.heldNothingChanged', { who: holderInWords(viewOnly.holder) }),
  )
}

/** Commands that write to the project: a program that only looks at it refuses them. */
const EDITING_COMMANDS = [
  'pairs.edit',
  'pairs.undo',
  'pairs.redo',
  'pairs.decide',
  'pairs.setWindow',
  'overlap.set',
  'overlap.setGold',
  'overlap.adjudicate',
  'scans.addSlices',
  'project.readFolder',
  'project.setWindow',
  'project.setBands',
  'project.setChangeDefinition',
  'project.setCaptionLanguage',
  'proposals.make',
  'proposals.adopt',
  'proposals.start',
  'predictions.start',
  'embeddings.start',
  'names.setWords',
  'names.forget',
  'names.renew',
  'connector.captionPairs',
  'workers.askCaptions',
  'training.start',
  'training.pause',
  'training.resume',
  'training.cancel',
  'training.forget',
] as const satisfies readonly (keyof EngineCommands)[]

/** @param requireEditable throws where the open project is for looking only; passes where none is open */
export function refusedToLookers(handlers: EngineHandlers, requireEditable: () => void): EngineHandlers {
  const refused = EDITING_COMMANDS.map((command) => {
    const handler = handlers[command] as (input: unknown, caller: Caller) => unknown
    return [
      command,
      (input: unknown, caller: Caller) => {
        requireEditable()
        return handler(input, caller)
      },
    ] as const
  })
  return { ...handlers, ...(Object.fromEntries(refused) as Partial<EngineHandlers>) }
}
