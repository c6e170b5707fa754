import type { EngineCommands, EngineHandlers } from '../contract/engine'

/** Commands that write to the project: a program that only looks at it refuses them. */
const EDITING_COMMANDS = [
  'pairs.edit',
  'pairs.undo',
  'pairs.redo',
  'pairs.decide',
  'project.setChangeDefinition',
  'proposals.make',
  'proposals.adopt',
  'proposals.start',
  'names.setWords',
  'names.forget',
  'names.renew',
  'connector.captionPairs',
  'training.start',
  'training.pause',
  'training.resume',
  'training.cancel',
  'training.forget',
] as const satisfies readonly (keyof EngineCommands)[]

/** @param requireEditable throws where the open project is for looking only; passes where none is open */
export function refusedToLookers(handlers: EngineHandlers, requireEditable: () => void): EngineHandlers {
  const refused = EDITING_COMMANDS.map((command) => {
    const handler = handlers[command] as (input: unknown) => unknown
    return [
      command,
      (input: unknown) => {
        requireEditable()
        return handler(input)
      },
    ] as const
  })
  return { ...handlers, ...(Object.fromEntries(refused) as Partial<EngineHandlers>) }
}
