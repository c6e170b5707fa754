import type { Point } from '../../src/synth/photographs/shapes'
import { car, copied, differ, ring, shadow } from './plan'
import type { SamplePair } from './plan'

const SIZE = { width: 600, height: 400 } as const
const SQUARE = { width: 320, height: 320 } as const

function road(x: number, y: number): { photograph: string; part: SamplePair['part']; size: typeof SIZE } {
  return { photograph: 'Road.jpg', part: { x, y, width: 1400, height: 951 }, size: SIZE }
}

function snow(x: number, y: number): { photograph: string; part: SamplePair['part']; size: typeof SIZE } {
  return { photograph: 'ColdWarm.jpg', part: { x, y, width: 1500, height: 1019 }, size: SIZE }
}

const CLOUD: Point[] = [
  [40, 60],
  [180, 10],
  [330, 60],
  [380, 160],
  [300, 250],
  [150, 240],
  [30, 170],
]

/** The ground from above: a road in a wood, a wood in winter, a town from orbit. */
export const AERIAL: readonly SamplePair[] = [
  {
    name: '01-road',
    ...road(1100, 1250),
    changes: car('after', [194, 262], 82, 22, [176, 36, 30]),
    nuisances: differ({ after: { gain: [1.05, 1.03, 0.98] }, shift: [1, -1] }),
    caption: 'a red car drives on the road',
  },
  {
    name: '02-clearing',
    ...road(900, 300),
    changes: [
      copied(
        'after',
        [
          [78, 196],
          [96, 190],
          [128, 205],
          [150, 240],
          [146, 300],
          [118, 330],
          [84, 318],
          [70, 260],
        ],
        [130, 30],
        12,
      ),
    ],
    nuisances: differ({ after: { gain: [0.97, 0.98, 1.02] } }),
    caption: 'trees were felled beside the clearing',
  },
  {
    name: '03-larch',
    ...road(900, 300),
    changes: [copied('after', ring([329, 40], 34, 44), [-92, 62], 6)],
    nuisances: differ({ after: { gain: [1.06, 1.05, 1.02] }, shift: [-1.5, 0.5], turn: 0.3 }),
    caption: 'the yellow tree beside the road is gone',
  },
  {
    name: '04-loop',
    ...road(1000, 850),
    changes: [],
    nuisances: differ({
      after: { gain: [0.85, 0.87, 0.95] },
      shadows: [shadow('after', CLOUD, 0.35, 40)],
      shift: [1, 1],
    }),
    caption: 'nothing has changed',
  },
  {
    name: '05-cars',
    ...road(1800, 900),
    changes: [
      ...car('before', [41, 93], 55, 22, [205, 208, 210]),
      ...car('after', [88, 190], 88, 22, [38, 70, 140]),
    ],
    nuisances: differ({ after: { gain: [1, 1.02, 1.05] } }),
    caption: 'a white car left and a blue car came',
  },
  {
    name: '06-winter',
    ...snow(1200, 600),
    changes: [copied('after', ring([330, 262], 46, 50), [-60, -160], 8)],
    nuisances: differ({ after: { gain: [1.06, 1.02, 0.95] }, shift: [1, 0] }),
    caption: 'two trees were felled',
  },
  {
    name: '07-frost',
    ...snow(2400, 1100),
    changes: [],
    nuisances: differ({
      after: { gain: [0.84, 0.86, 0.92], bend: 0.02 },
      shadows: [shadow('after', CLOUD, 0.3, 50)],
    }),
    caption: 'nothing has changed',
  },
  {
    name: '08-town',
    photograph: 'L7_ETMs.tif',
    part: { x: 0, y: 4, width: 344, height: 344 },
    size: SQUARE,
    changes: [
      copied(
        'after',
        [
          [110, 120],
          [150, 108],
          [180, 128],
          [176, 160],
          [140, 172],
          [108, 150],
        ],
        [100, 30],
        3,
      ),
    ],
    nuisances: differ({ after: { gain: [0.95, 0.97, 1.03] } }),
    caption: 'houses were built in the wood',
  },
  {
    name: '09-coast',
    photograph: 'L7_ETMs.tif',
    part: { x: 84, y: 86, width: 264, height: 264 },
    size: SQUARE,
    changes: [copied('after', ring([152, 134], 27, 25), [-48, 44], 4)],
    nuisances: differ({ after: { gain: [1.04, 1.02, 0.98] } }),
    caption: 'the pond in the town was built over',
  },
]
