import { expect, test } from 'vitest'
import { hasSoftwareDriver, useSoftwareDriver, webgpuMissing } from './testing-webgpu'

useSoftwareDriver()
const before = hasSoftwareDriver(process.pid)
const missing = process.platform === 'linux' ? await webgpuMissing() : 'processes are looked at on Linux only'

test.skipIf(missing !== null)(
  `a process has the software driver once it used WebGPU${missing === null ? '' : ` [no device: ${missing}]`}`,
  () => {
    expect([before, hasSoftwareDriver(process.pid), hasSoftwareDriver(process.ppid)]).toEqual([
      false,
      true,
      false,
    ])
  },
)
