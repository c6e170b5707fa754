import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Client } from '../contract/client'
import type { Handlers, Output } from '../contract/define'
import { ContractError, failWith, toFailure } from '../contract/errors'
import type { Failure } from '../contract/errors'
import { inferenceCommands } from '../inference/inference-contract'
import type { InferenceCommands } from '../inference/inference-contract'
import { replacedInFailure } from './failure-paths'
import { FileSender } from './file-sender'
import type { Digests } from './file-sender'
import { placeName, shortName } from './remote-contract'
import type { Place, FarCommands } from './remote-contract'
import { isRemoteWork, withPaths } from './request-paths'
import type { RemoteWork } from './request-paths'
import { message } from '../messages/message'

type RemoteClient = Client<FarCommands, Record<never, never>>

/** Near paths by the names that stand for them. */
type Paths = ReadonlyMap<string, { path: string; kind: Place['kind'] }>

/** The commands of an inference process, done by another machine. */
export function remoteWork(client: RemoteClient, digests: Digests): Handlers<InferenceCommands> {
  const sender = new FileSender(client, digests)

  async function forward(command: RemoteWork, input: unknown): Promise<unknown> {
    const paths = new Map<string, { path: string; kind: Place['kind'] }>()
    const named = withPaths(command, input, (path, kind) => {
      const name = placeName(paths.size)
      paths.set(name, { path, kind })
      return name
    })
    try {
      const { value, outs } = await sendAndAsk(command, named, paths)
      for (const { name, content } of outs) {
        await writeFile(outPath(name, paths), content)
      }
      return checked(command, value)
    } catch (error) {
      throw error instanceof ContractError ? new ContractError(withPathsOf(error.failure, paths)) : error
    }
  }

  /** Once more where a file went from there between the two. */
  async function sendAndAsk(
    command: RemoteWork,
    input: unknown,
    paths: Paths,
    isLast = false,
  ): Promise<Output<FarCommands, 'work'>> {
    const places: Place[] = []
    for (const [name, { path, kind }] of paths) {
      places.push(await sender.send(name, kind, path))
    }
    try {
      return await client.call('work', { command, input, places })
    } catch (error) {
      if (isLast || toFailure(error).code !== 'conflict') {
        throw error
      }
      return sendAndAsk(command, input, paths, true)
    }
  }

  const names = Object.keys(inferenceCommands) as (keyof InferenceCommands)[]
  const entries = names.map((command) => [
    command,
    (input: unknown) => {
      if (!isRemoteWork(command)) {
        throw failWith('unavailable', message('remote.notDone'))
      }
      return forward(command, input)
    },
  ])
  // each entry has the output that its own schema was held against
  return Object.fromEntries(entries) as Handlers<InferenceCommands>
}

/** @throws ContractError `unreachable` for a file that was not asked for */
function outPath(name: string, paths: Paths): string {
  const place = paths.get(name)
  if (place?.kind !== 'out') {
    throw failWith('unreachable', message('remote.wrongAnswer'))
  }
  return place.path
}

/** What another machine says is not trusted. @throws ContractError `unreachable` */
function checked(command: RemoteWork, value: unknown): unknown {
  const parsed = inferenceCommands[command].output.safeParse(value)
  if (!parsed.success) {
    throw failWith('unreachable', message('remote.unknownAnswer'))
  }
  return parsed.data
}

function withPathsOf(failure: Failure, paths: Paths): Failure {
  return replacedInFailure(
    failure,
    [...paths].flatMap(([name, { path }]) => [
      [name, path],
      [shortName(name), basename(path)],
    ]),
  )
}
