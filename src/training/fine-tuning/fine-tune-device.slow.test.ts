import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TrainingLine } from '../../contract/training'
import { writeUntrainedPhoto } from '../../models/photo/untrained'
import { RUN_FILES } from '../run-folder'
import { useSoftwareDriver, webgpuMissing } from '../webgpu-support'
import { runFineTune } from './fine-tune-run'
import { deviceOfRun } from './fine-tune-setup'
import { makeCorrectedPairs, writeRun } from './testing'

useSoftwareDriver()
const missing = await webgpuMissing()
const patience = 1_200_000

describe.skipIf(missing !== null)(`on WebGPU${missing === null ? '' : ` [${missing}]`}`, () => {
  let folder = ''
  let from = ''
  let items: Awaited<ReturnType<typeof makeCorrectedPairs>> = []
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tune-device-'))
    from = await writeUntrainedPhoto(join(folder, 'photo'))
    items = await makeCorrectedPairs(join(folder, 'images'), 4)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  async function tune(name: string, provider: 'cpu' | 'webgpu'): Promise<TrainingLine[]> {
    const run = join(folder, name)
    const lines: TrainingLine[] = []
    const job = { from, models: join(folder, `${name}-models`), replay: join(folder, 'replay') }
    writeRun(run, items, job, { steps: 2, batch: 2, replay: 0, provider })
    await runFineTune(run, { emit: (line) => void lines.push(line), isPauseRequested: () => false })
    return lines
  }

  test(
    'a run trains there with the losses of the processor, and its model is compared as any other',
    async () => {
      const [onCpu, onDevice] = [losses(await tune('cpu', 'cpu')), losses(await tune('device', 'webgpu'))]
      expect(onDevice).toHaveLength(onCpu.length)
      onDevice.forEach((loss, at) => expect(Math.abs(loss - onCpu[at]) / onCpu[at]).toBeLessThan(1e-3))
      expect(JSON.parse(readFileSync(join(folder, 'device', RUN_FILES.verdict), 'utf8'))).toMatchObject({
        after: 'tuned',
      })
      expect(deviceOfRun(join(folder, 'device'))).toBe('webgpu')
    },
    patience,
  )
})

function losses(lines: readonly TrainingLine[]): number[] {
  return lines.flatMap((line) => (line.type === 'step' ? [line.loss] : []))
}
