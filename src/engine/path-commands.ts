import type { Input } from '../contract/define'
import type { EngineCommands, EngineHandlers } from '../contract/engine'
import type { AllowedFolders } from './allowed-folders'

type PathsOf = {
  [N in keyof EngineCommands]?: (input: Input<EngineCommands, N>) => (string | null | undefined)[]
}

/**
 * Commands that name a path on this machine, and the paths. `export.stopped` is not among them: it is asked for while a
 * path is typed, and tells only how many pairs a stopped export of ours has there.
 */
const PATHS: PathsOf = {
  'project.inspect': ({ folder }) => [folder],
  'project.open': ({ folder }) => [folder],
  'project.saveCopy': ({ into }) => [into],
  'folders.list': ({ folder }) => [folder],
  'backups.list': ({ folder }) => [folder],
  'backups.restore': ({ folder }) => [folder],
  'export.start': ({ out }) => [out],
  'export.discard': ({ out }) => [out],
  'import.start': ({ source, into, imageFolder }) => [source, into, imageFolder],
  'models.import': ({ folder }) => [folder],
  'models.export': ({ out }) => [out],
  'packs.add': ({ file }) => [file],
}

/** The same handlers, which use no path that the user did not choose or allow. */
export function refusedOutside(handlers: EngineHandlers, allowed: AllowedFolders): EngineHandlers {
  const guarded = Object.entries(PATHS).map(([command, pathsOf]) => {
    const handler = handlers[command as keyof EngineCommands] as (input: unknown) => unknown
    const paths = pathsOf as (input: unknown) => (string | null | undefined)[]
    return [
      command,
      (input: unknown) => {
        const named = paths(input).filter((path) => path != null)
        // at once where nobody is asked: commands keep their order
        return named.every((path) => allowed.has(path))
          ? handler(input)
          : requireAll(named, allowed).then(() => handler(input))
      },
    ] as const
  })
  return { ...handlers, ...(Object.fromEntries(guarded) as Partial<EngineHandlers>) }
}

/** One question after the other. @throws ContractError `unavailable` */
async function requireAll(paths: readonly string[], allowed: AllowedFolders): Promise<void> {
  for (const path of paths) {
    await allowed.require(path)
  }
}
