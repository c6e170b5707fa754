import { expect, test } from 'vitest'
import { failWith } from '../../contract/errors'
import { portPair } from '../../contract/port'
import type { Precision, ProviderName, ProviderStatus } from '../../contract/proposal'
import { serve } from '../../contract/server'
import { createInferenceHandlers } from '../../inference/inference-handlers'
import { inferenceContract } from '../../inference/inference-contract'
import { englishOf } from '../../messages/message'
import type { MessageText } from '../../messages/message'
import { nodeProcessHost } from '../../process/process-host'
import type { ProcessHost } from '../../process/process-host'
import { LanePool } from '../lanes/lane-pool'
import { onFasterProvider, thisMachine } from './proposal-machine'
import type { PlanMemory, ProposalPlan } from './proposal-plan'
import { Providers } from '../providers/providers'
import { InferenceLane } from '../lanes/inference-lane'

/** What is tried of it says that WebGPU is ten times as fast. */
const host: ProcessHost = {
  start() {
    const [near, far] = portPair(structuredClone)
    const handlers = {
      ...createInferenceHandlers({ threads: 1 }),
      probe: ({ provider }: { provider: ProviderName }) => ({
        name: provider,
        isUsable: provider === 'cpu' || provider === 'webgpu',
        reason: null,
        maxError: 0,
        milliseconds: provider === 'cpu' ? 20 : 2,
        device: null,
      }),
    }
    serve(inferenceContract, handlers, () => {}).connect(far)
    return Promise.resolve({ port: near, pid: undefined, kill: () => {}, onExit: () => {} })
  },
}

const candidates = async (): Promise<ProviderName[]> => ['webgpu', 'cpu']

/** A machine with such a device. @param plan what is known of the model there; null for nothing */
function deviceWith(plan: ProposalPlan | null) {
  const statuses: ProviderStatus[] = []
  const plans: PlanMemory = { read: () => plan, write: () => undefined }
  const providers = new Providers(host, 'auto', (status) => statuses.push(status), candidates)
  const lanes = new LanePool([new InferenceLane(nodeProcessHost), new InferenceLane(nodeProcessHost)])
  const machine = thisMachine({ lanes, providers, plans }, 1000)
  const told: string[] = []
  const tell = (message: MessageText): void => void told.push(englishOf(message))
  const made: string[] = []
  const propose = (distance: number, failing: Precision | null = null) =>
    onFasterProvider(
      machine,
      'ccrc-base',
      {
        compare: () => Promise.resolve({ distance }),
        async put(provider, precision) {
          made.push(`${provider} ${precision}`)
          if (provider !== 'cpu' && precision === failing) {
            throw failWith('unavailable', 'the device was lost')
          }
          return { ...PREDICTION, provider }
        },
      },
      { onInfo: tell, onWarning: tell },
    )
  return { providers, statuses, told, made, propose }
}

const PREDICTION: Omit<Awaited<ReturnType<typeof onFasterProvider>>, 'provider'> = {
  proposer: 'ccrc-base',
  version: '',
  width: 4,
  height: 4,
  alignment: null,
  remarks: [],
  regions: [],
  captions: [],
  links: [],
  score: 0,
  agreement: null,
  changes: null,
  milliseconds: {},
}

test('the status names the processor while a model is left to it that the device computes wrongly', async () => {
  const { providers, made, told, propose } = deviceWith(null)
  await propose(1)
  expect(made).toEqual(['cpu full'])
  expect(told).toHaveLength(1)
  expect(providers.status()).toMatchObject({ inUse: 'webgpu', proposesOn: 'cpu', precision: 'full' })
  // all providers are tried anew: nothing is known of what proposes next
  await providers.probe()
  expect(providers.status()).toMatchObject({ inUse: 'webgpu' })
  expect(providers.status().proposesOn).toBeUndefined()
})

test('the status names the device, in half precision where it is planned, and full once that failed', async () => {
  const plan = { provider: 'webgpu', precision: 'half', atOnce: 1 } as const
  const { providers, made, told, statuses, propose } = deviceWith(plan)
  await propose(0)
  expect(providers.status()).toMatchObject({ inUse: 'webgpu', precision: 'half' })
  expect(providers.status().proposesOn).toBeUndefined()
  await propose(0, 'half')
  await propose(0)
  expect(made).toEqual(['webgpu half', 'webgpu half', 'webgpu full', 'webgpu full'])
  expect(told).toEqual(['Proposals of ccrc-base stay in full precision on WebGPU: the device was lost.'])
  expect(statuses.at(-1)).toMatchObject({ inUse: 'webgpu', precision: 'full', isFallback: false })
})

test('a model for which the processor is faster is said to propose there', async () => {
  const { providers, propose } = deviceWith({ provider: 'cpu', precision: 'full', atOnce: 2 })
  await propose(0)
  expect(providers.status()).toMatchObject({ inUse: 'webgpu', proposesOn: 'cpu', isFallback: false })
})
