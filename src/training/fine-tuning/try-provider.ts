import type { ProviderName } from '../../contract/proposal'
import { openPackage } from '../../packages/read-package'
import { preparePairs } from '../data/prepared-pairs'
import { readItems, readJob } from '../run-folder'
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
 * a time limit outside, as a driver can hang or crash.
 * @throws FineTuneError, PackageError, DeviceError
 */
export async function tryProvider(run: string, provider: ProviderName): Promise<Trial> {
  const job = readJob(run)
  const items = readItems(run)
  const parent = await openPackage(job.from)
  const setup = withProvider(await readSetup(run, job, items, parent), job, provider)
  const pairs = await preparePairs(run, items, job.options.advanced.seed, () => {})
  const control = { emit: () => {}, isPauseRequested: () => false }
  const { task, sampler, batch, threads } = await openFineTuneContext(run, job, parent, setup, pairs, control)
  const schedule = fineTuneSchedule(job.options, () => null)
  const trainer = await Trainer.open(
    {
      task,
      schedule,
      batchAt: (step) => sampler.batchAt(step),
      workers: { provider, replicas: setup.replicas, threads },
      checkpoints: { folder: run, everySeconds: NO_CHECKPOINTS },
    },
    { progress: schedule.initial, state: null },
    () => task.initialWeights(),
  )
  const steps: { loss: number; seconds: number }[] = []
  try {
    await trainer.train({
      afterStep: ({ loss, seconds }) => {
        steps.push({ loss, seconds })
        return Promise.resolve()
      },
      isStopRequested: () => steps.length === STEPS,
    })
  } finally {
    await task.release()
    await trainer.release()
  }
  const seconds = Math.min(...steps.slice(1).map((step) => step.seconds))
  return { loss: steps[0].loss, pairsPerSecond: batch / seconds }
}
