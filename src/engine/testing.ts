import { join } from 'node:path'
import { createClient } from '../contract/client'
import type { Client } from '../contract/client'
import { engineContract } from '../contract/engine'
import type { EngineCommands, EngineEvents } from '../contract/engine'
import { portPair } from '../contract/port'
import { nodeProcessHost } from '../process/process-host'
import { createEngine } from './engine'
import type { Engine } from './engine'
import type { EngineOptions } from './engine-options'
import { DEFAULT_NAME_SETTINGS } from '../contract/names'
import { failWith } from '../contract/errors'
import type { OpenProject } from './project/open-project'
import { Proposers } from './proposals/proposers'
import type { ProviderChoice } from './providers/providers'
import type { InferenceLane } from './lanes/inference-lane'
import { serveOverHttp } from './server/serve'
import type { Served, ServeOptions } from './server/serve'
import { NameExamples } from './names/name-examples'
import { Naming } from './names/naming'

export interface StartedEngine {
  engine: Engine
  client: Client<EngineCommands, EngineEvents>
}

/** The app over loopback, with all its folders in `home` and an engine in a process of its own. */
export function serveFrom(
  home: string,
  folder: string | null,
  allowed: readonly string[] = [],
  options: Pick<ServeOptions, 'database' | 'bucket' | 'team'> & { port?: number } = {},
): Promise<Served> {
  return serveOverHttp({
    folder,
    allowed,
    userFolder: home,
    sampleFolder: join(home, 'sample'),
    modelsFolder: home,
    detectorFolder: home,
    pageFolder: home,
    version: '0',
    port: 0,
    onGivenUp: () => undefined,
    ...options,
  })
}

/** An engine whose user's data lies in `home`, and a client at a port of it. */
export function startEngine(home: string, options: Partial<EngineOptions> = {}): StartedEngine {
  const engine = createEngine({
    host: nodeProcessHost,
    userFolder: home,
    sampleFolder: join(home, 'no-sample'),
    modelsFolder: join(home, 'shipped'),
    version: 'test',
    ...options,
  })
  const client = createClient(engineContract)
  const [near, far] = portPair(structuredClone)
  engine.connect(far)
  client.connect(near)
  return { engine, client }
}

/** Nothing that was trained is there. */
export const noModels: Pick<Proposers, 'model'> = {
  model: () => {
    throw failWith('unavailable', 'This needs a model.')
  },
}

/** Measured difference alone: `folder` has no models. */
export function measuredOnly(folder: string): Proposers {
  return new Proposers(
    { shipped: folder, user: folder },
    async () => ({ reason: 'there is none' }),
    () => 'difference',
    { canName: () => false, sceneKind: () => 'photographs', threshold: () => null },
    null,
  )
}

/** Names nothing: there is no detector. */
export function noNaming(
  { store }: OpenProject,
  { lane, providers }: { lane: InferenceLane; providers: ProviderChoice },
): Naming {
  return new Naming(
    {
      lane,
      providers,
      detector: null,
      settings: () => DEFAULT_NAME_SETTINGS,
      words: () => ({}),
      captionLanguage: () => 'en',
    },
    new NameExamples(store.nameExamples, () => null),
  )
}
