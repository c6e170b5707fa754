import type { ProviderName } from '../../contract/proposal'
import { openPackage } from '../../packages/read-package'
import { familyOfPackage } from '../../models/registry'
import { croppingOf, preparePairs } from '../data/prepared-pairs'
import { readItems, readJob } from '../run-folder'
import type { Progress } from '../task'
import { Trainer } from '../trainer'
import { openFineTuneContext } from './fine-tune-context'
import { readSetup, withProvider } from './fine-tune-setup'
import { fineTuneSchedule } from './presets'
import type { Trial } from './trainer-contract'

/** The first step opens what the others need: its time does not count. */
const STEPS = 4
const NO_CHECKPOINTS = Infinity

/**
 * The first steps of a prepared run on a provider. Nothing of them is kept. To be called in a throw-away process with
 * a time limit outside, as a driver can hang or crash. The loss is that of the whole first batch: parts of it, which
 * replicas share, have other running statistics.
 * @throws FineTuneError, PackageError, DeviceError
 */
export async function tryProvider(run: string, provider: ProviderName): Promise<Trial> {
  const job = readJob(run)
  const items = readItems(run)
  const parent = await openPackage(job.from)
  const setup = withProvider(await readSetup(run, job, items, parent), job, provider)
  const { network } = familyOfPackage(parent.manifest, parent.folder)
  const how = { seed: job.options.advanced.seed, cropping: croppingOf(network) }
  const pairs = await preparePairs(run, items, how, () => {})
  const control = { emit: () => {}, isPauseRequested: () => false }
  const { task, sampler, batch, threads } = await openFineTuneContext(run, job, parent, setup, pairs, control)
  const schedule = fineTuneSchedule(job.options, () => null)
  const firstSteps = async (count: number, replicas: number): Promise<Step[]> => {
    const trainer = await Trainer.open(
      {
        task,
        schedule,
        batchAt: (step) => sampler.batchAt(step),
        workers: { provider, replicas, threads },
        checkpoints: { folder: run, everySeconds: NO_CHECKPOINTS },
      },
      { progress: schedule.initial, state: null },
      () => task.initialWeights(),
    )
    return stepsOf(trainer, count)
  }
  try {
    const steps = await firstSteps(STEPS, setup.replicas)
    const [{ loss }] = setup.replicas === 1 ? steps : await firstSteps(1, 1)
    return { loss, pairsPerSecond: batch / Math.min(...steps.slice(1).map(({ seconds }) => seconds)) }
  } finally {
    await task.release()
  }
}

interface Step {
  loss: number
  seconds: number
}

/** Releases the trainer. */
async function stepsOf<P extends Progress>(trainer: Trainer<P>, count: number): Promise<Step[]> {
  const steps: Step[] = []
  try {
    await trainer.train({
      afterStep: ({ loss, seconds }) => {
        steps.push({ loss, seconds })
        return Promise.resolve()
      },
      isStopRequested: () => steps.length === count,
    })
    return steps
  } finally {
    await trainer.release()
  }
}
