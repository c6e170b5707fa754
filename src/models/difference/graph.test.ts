import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { Raster } from '../../images/raster'
import { createSession } from '../../inference/sessions/model-session'
import { measureEvidence } from './evidence'
import { differenceModel } from './graph'
import { makeScene } from './testing'

/** SwiftShader, from Debian's chromium or from an Electron whose folder is given: an adapter without a GPU. */
function softwareAdapter(): Record<string, string> | null {
  const electron = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? ''
  const places = [
    { driver: '/usr/lib/chromium/vk_swiftshader_icd.json', libraries: '' },
    { driver: join(electron, 'vk_swiftshader_icd.json'), libraries: electron },
  ]
  const softwareDriver = places.find(({ driver }) => driver.startsWith('/') && existsSync(driver))
  if (softwareDriver === undefined || process.platform !== 'linux') {
    return null
  }
  return { VK_DRIVER_FILES: softwareDriver.driver, LD_LIBRARY_PATH: softwareDriver.libraries }
}

describe('the evidence graph', () => {
  test('does not depend on how the image is cut into tiles', async () => {
    const session = await createSession(differenceModel(), { provider: 'cpu', threads: 1 })
    const before = makeScene({ width: 90, height: 70, noise: 3 })
    const after = makeScene({ width: 90, height: 70, noise: 3, seed: 9, things: [object] })
    const whole = await measureEvidence(session, before, after)
    const cropped = await measureEvidence(session, before, after, 32)
    expect(cropped).toEqual(whole)
    await session.release()
  })

  test('is zero between an image and itself, and tolerant evidence between it and itself shifted', async () => {
    const session = await createSession(differenceModel(), { provider: 'cpu', threads: 1 })
    const scene = makeScene({ width: 64, height: 48 })
    const same = await measureEvidence(session, scene, scene)
    expect(Math.max(...same.raw, ...same.plain, ...same.tolerant)).toBe(0)
    const shifted = await measureEvidence(session, scene, rolled(scene, 2))
    expect(Math.max(...shifted.raw)).toBeGreaterThan(30)
    expect(Math.max(...inner(shifted.tolerant, 64, 48))).toBe(0)
    await session.release()
  })

  const adapter = softwareAdapter()
  test.skipIf(adapter === null)(
    `gives on WebGPU what it gives on the CPU, to 1e-4 of the range, every node on the device${
      adapter === null ? ' [needs SwiftShader, of Chromium or ELECTRON_OVERRIDE_DIST_PATH]' : ''
    }`,
    async () => {
      const [cpu, webgpu] = await Promise.all([
        evidenceIn('cpu', adapter ?? {}),
        evidenceIn('webgpu', adapter ?? {}),
      ])
      expect(webgpu).toHaveLength(cpu.length)
      const largest = cpu.reduce((most, value, at) => Math.max(most, Math.abs(value - webgpu[at])), 0)
      expect(Math.max(...cpu)).toBeGreaterThan(100)
      expect(largest / 255).toBeLessThan(1e-4)
    },
  )
})

const object = { rect: { x: 30, y: 20, width: 20, height: 16 }, colour: [220, 30, 40] as const }

/** In a process of its own, as a driver's environment is read when it starts. */
function evidenceIn(provider: string, environment: Record<string, string>): Promise<Float32Array> {
  const program = fileURLToPath(new URL('./fixtures/run-graph.ts', import.meta.url))
  return new Promise((resolve, reject) => {
    const child = fork(program, [provider], {
      serialization: 'advanced',
      execArgv: ['--import', 'tsx'],
      env: { ...process.env, ...environment },
      silent: true,
    })
    child.on('message', (message) => resolve(message as Float32Array))
    child.on('exit', (code) => reject(new Error(`${provider} ended with ${code}`)))
  })
}

function rolled(image: Raster, by: number): Raster {
  const data = image.data.map((_, at) => {
    const [row, index] = [Math.floor(at / (3 * image.width)), at % (3 * image.width)]
    return image.data[row * 3 * image.width + Math.min(3 * (image.width - 1) + (index % 3), index + 3 * by)]
  })
  return { ...image, data }
}

/** Without the border, where a shift has no counterpart. */
function inner(values: Uint8Array, width: number, height: number): Uint8Array {
  return values.filter((_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    return x >= 10 && y >= 10 && x < width - 10 && y < height - 10
  })
}
