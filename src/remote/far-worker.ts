import { readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Handlers, ParsedInput } from '../contract/define'
import { ContractError, failWith, toFailure } from '../contract/errors'
import type { Failure } from '../contract/errors'
import type { MachineFacts } from '../contract/remote'
import { MOST_MESSAGE_BYTES } from '../contract/port'
import { inferenceCommands } from '../inference/inference-contract'
import { fileOf } from '../domain/slice-path'
import { replacedInFailure } from './failure-paths'
import type { FileCache } from './file-cache'
import { REMOTE_PROTOCOL, shortName } from './remote-contract'
import type { Place, FarCommands } from './remote-contract'
import { isRemoteWork, withPaths } from './request-paths'
import type { RemoteWork } from './request-paths'

interface FarWorkerOptions {
  facts: MachineFacts
  cache: FileCache
  /** Has the inference process of this machine do it. @throws ContractError */
  run(command: RemoteWork, input: unknown): Promise<unknown>
}

/** Commands of `deltascribe worker`: the far side of a connection. No path of this machine leaves it. */
export function createFarWorker({ facts, cache, run }: FarWorkerOptions): Handlers<FarCommands> {
  let isGreeted = false

  function requireGreeted(): void {
    if (!isGreeted) {
      throw failWith('invalid-input', 'The versions of the programs were not compared.')
    }
  }

  return {
    hello({ version, protocol }) {
      isGreeted = version === facts.version && protocol === REMOTE_PROTOCOL
      return facts
    },
    lacking({ digests }) {
      requireGreeted()
      return cache.lacking(digests)
    },
    async put({ digest, ...part }) {
      requireGreeted()
      await cache.put(digest, part)
      return null
    },
    async work(request) {
      requireGreeted()
      const { command, places } = request
      if (!isRemoteWork(command)) {
        throw failWith('invalid-input', 'This is not done for another machine.')
      }
      const paths = await pathsOf(places, cache)
      const outs = places.filter(({ kind }) => kind === 'out').map(({ name }) => name)
      try {
        const value = await run(command, inputOf(command, request, paths))
        return { value, outs: await written(outs, paths) }
      } catch (error) {
        throw new ContractError(withoutPaths(toFailure(error), paths))
      } finally {
        await Promise.all(outs.map((name) => rm(paths.get(name)!.path, { force: true })))
      }
    },
  }
}

type Paths = ReadonlyMap<string, { kind: Place['kind']; path: string }>

async function pathsOf(places: readonly Place[], cache: FileCache): Promise<Paths> {
  const paths = new Map<string, { kind: Place['kind']; path: string }>()
  for (const [index, place] of places.entries()) {
    paths.set(place.name, { kind: place.kind, path: await pathOf(place, index, cache) })
  }
  return paths
}

async function pathOf(place: Place, index: number, cache: FileCache): Promise<string> {
  switch (place.kind) {
    case 'file':
      return cache.file(place.file.digest)
    case 'image': {
      const path =
        place.beside.length === 0
          ? await cache.file(place.file.digest)
          : join(await cache.folder([place.file, ...place.beside]), place.file.path)
      return `${path}${place.slice}`
    }
    case 'folder':
      return cache.folder(place.files)
    case 'scratch':
      return cache.workFolder()
    case 'out':
      return join(await cache.workFolder(), `out-${index}`)
  }
}

/** The request with paths of this machine. @throws ContractError `invalid-input` where one has another path */
function inputOf(command: RemoteWork, { input }: ParsedInput<FarCommands, 'work'>, paths: Paths): unknown {
  const own = withPaths(command, input, (name, kind) => {
    const place = paths.get(name)
    if (place?.kind !== kind) {
      throw failWith('invalid-input', 'A request names a file that did not come with it.')
    }
    return place.path
  })
  const parsed = inferenceCommands[command].input.safeParse(own)
  if (!parsed.success) {
    throw failWith('invalid-input', `${command} cannot be understood.`)
  }
  return parsed.data
}

/** Files that the work wrote, as far as they fit into a message: the near machine can make each anew. */
async function written(
  names: readonly string[],
  paths: Paths,
): Promise<{ name: string; content: Uint8Array }[]> {
  const outs: { name: string; content: Uint8Array }[] = []
  for (const name of names) {
    const content = await readFile(paths.get(name)!.path).catch(() => null)
    if (content !== null && content.length < MOST_MESSAGE_BYTES / 2) {
      outs.push({ name, content: Uint8Array.from(content) })
    }
  }
  return outs
}

/**
 * Names stand for paths again. Some messages name a file by the last part of its path alone: a digest, as images and
 * files have it here, or what is no word either.
 */
function withoutPaths(failure: Failure, paths: Paths): Failure {
  const named = [...paths].flatMap(([name, { path }]) => [
    { path, name },
    { path: fileOf(path), name },
  ])
  const longestFirst = named.sort((a, b) => b.path.length - a.path.length)
  return replacedInFailure(
    failure,
    longestFirst.flatMap(({ path, name }) => [
      [path, name],
      [basename(path), shortName(name)],
    ]),
  )
}
