import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from '../../../build/build'
import { encodePng } from '../../images/raster'
import { discPicture, ownDetector } from '../../models/photo/testing'
import { startEngine } from '../testing'
import type { StartedEngine } from '../testing'

const detector = ownDetector()

let home = ''
let folder = ''
let started: StartedEngine

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'deltascribe-home-'))
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
  for (const frame of ['before', 'after']) {
    mkdirSync(join(folder, frame))
  }
})
afterEach(() => {
  started.engine.dispose()
  for (const made of [home, folder]) {
    rmSync(made, { recursive: true, force: true, maxRetries: 20 })
  }
})

/** Returns what the images are, and what proposes. */
async function open(): Promise<[string, string]> {
  started = startEngine(home, { modelsFolder: join(root, 'models'), detectorFolder: detector.folder })
  const { client } = started
  await client.call('settings.set', { proposeAhead: false, provider: 'cpu' })
  const { sceneKind } = await client.call('project.open', { folder, reading: null })
  const proposers = await client.call('proposers.list', {})
  return [sceneKind, proposers.find(({ isInUse }) => isInUse)?.name ?? '']
}

const forPhotographs = detector.isThere ? 'ccrc-photo' : 'difference'

test('photographs get the model for photographs, and measured difference where it cannot run', async () => {
  for (let number = 0; number < 4; number += 1) {
    const pictures = { before: discPicture(1, false), after: discPicture(0.9, number % 2 === 0) }
    for (const [frame, picture] of Object.entries(pictures)) {
      writeFileSync(join(folder, frame, `photo-${number}.png`), await encodePng(picture))
    }
  }
  expect(await open()).toEqual(['photographs', forPhotographs])
})

test('rendered scenes get the model for these; other images beside them, and files that are none, change nothing', async () => {
  const scenes = readdirSync(join(root, 'sample', 'after')).filter((_, index) => index % 5 === 0)
  for (const [index, name] of scenes.entries()) {
    for (const frame of ['before', 'after']) {
      copyFileSync(join(root, 'sample', frame, name), join(folder, frame, name))
      if (index === 0) {
        writeFileSync(join(folder, frame, 'broken.png'), 'no image')
      }
    }
  }
  expect(await open()).toEqual(['rendered', 'ccrc-base'])
})

test('what was found is remembered while the pairs are the same, and found anew when they are others', async () => {
  const scene = readdirSync(join(root, 'sample', 'after')).at(-1) ?? ''
  for (const frame of ['before', 'after']) {
    copyFileSync(join(root, 'sample', frame, scene), join(folder, frame, 'a.png'))
  }
  expect(await open()).toEqual(['rendered', 'ccrc-base'])
  started.engine.dispose()
  for (const frame of ['before', 'after']) {
    writeFileSync(join(folder, frame, 'a.png'), await encodePng(discPicture(1, false)))
  }
  expect(await open()).toEqual(['rendered', 'ccrc-base'])
  started.engine.dispose()
  for (const frame of ['before', 'after']) {
    copyFileSync(join(folder, frame, 'a.png'), join(folder, frame, 'b.png'))
  }
  expect(await open()).toEqual(['photographs', forPhotographs])
})
