import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DIFFERENCE_PROPOSER } from '../../src/contract/proposal'
import type { Precision } from '../../src/contract/proposal'
import { appPaths, presentDetector } from '../../src/engine/user-folder'
import { FAMILIES } from '../../src/models/registry'
import { SAM2_FILES } from '../../src/packs/catalogue'
import { openAtOnce } from './at-once'
import type { Case } from './case'
import { openDifference, openPackaged } from './proposing'
import type { AnswerKind } from './record'
import { openClick, openEmbedding } from './segmenting'
import { openTraining } from './training'

const always = (): null => null

const SUFFIXES: Readonly<Record<Precision, string>> = { full: '', half: '/half' }
const REMARKS: Readonly<Record<Precision, string>> = { full: '', half: ', half precision' }

/** Of a package, or of measured difference, which has none. */
function placeOf(name: string): { folder: string | null; missing: () => string | null } {
  if (name === DIFFERENCE_PROPOSER) {
    return { folder: null, missing: always }
  }
  const folder = join(appPaths().models, name)
  const isPhoto = name === 'ccrc-photo'
  return {
    folder,
    missing() {
      if (!existsSync(folder)) {
        return `no package in ${folder}`
      }
      const hasDetector = presentDetector(appPaths().detector) !== null
      return isPhoto && !hasDetector ? "the detector's package is missing: npm run build makes it" : null
    },
  }
}

function packaged(name: string, precision: Precision = 'full'): Case {
  const { folder, missing } = placeOf(name)
  const detector = presentDetector(appPaths().detector)
  return {
    id: `propose/${name}${SUFFIXES[precision]}`,
    what: `proposal, ${name}${REMARKS[precision]}`,
    answers: 'mask',
    ...(precision === 'full' ? {} : { onCpu: `propose/${name}` }),
    missing,
    open: (options) =>
      folder === null ? openDifference(options) : openPackaged(folder, detector, options, precision),
  }
}

/** Pairs at once on a device; the CPU is measured with the second of these. */
const AT_ONCE = [1, 4, 16]
const COMPARED = 4

function atOnce(name: string, precision: Precision = 'full'): Case[] {
  const { folder, missing } = placeOf(name)
  const detector = presentDetector(appPaths().detector)
  return AT_ONCE.toSorted((a) => (a === COMPARED ? -1 : 1)).map((count) => ({
    id: `propose/at-once/${name}/${count}${SUFFIXES[precision]}`,
    what: `proposals of files, ${name}, ${count} at once on a device${REMARKS[precision]}`,
    answers: 'mask',
    ...(count === COMPARED && precision === 'full' ? {} : { onCpu: `propose/at-once/${name}/${COMPARED}` }),
    missing,
    open: (options) => openAtOnce({ folder, detector }, { count, precision }, options),
  }))
}

function segmenting(id: string, what: string, open: Case['open'], answers: AnswerKind): Case {
  return {
    id: `sam2/${id}`,
    what,
    answers,
    missing({ sam2 }) {
      if (sam2 === null) {
        return 'no pack given (--sam2 DIR)'
      }
      const absent = Object.values(SAM2_FILES).filter((name) => !existsSync(join(sam2, name)))
      return absent.length === 0 ? null : `${sam2} has no ${absent.join(' and no ')}`
    },
    open,
  }
}

function training(family: string, phase: string, without: readonly string[] = []): Case {
  const parts = without.length === 0 ? '' : `, without ${without.join(' and ')}`
  return {
    id: ['train', family, phase, ...without.map((part) => `without-${part}`)].join('/'),
    what: `training step, ${family}, ${phase}${parts}`,
    answers: 'loss',
    missing: always,
    open: (options) => openTraining({ family, phase, without }, options),
  }
}

/** Every phase of CCRC, and the longest of the others. */
function trainingCases(): Case[] {
  return [...FAMILIES.values()].flatMap(({ network: { name, phases } }) => {
    const longest = phases.reduce((most, phase) => (phase.share > most.share ? phase : most))
    return (name === 'ccrc' ? phases : [longest]).map((phase) => training(name, phase.name))
  })
}

function isEarly({ id }: Case): boolean {
  return id.startsWith('train/photo') || id === 'train/ccrc/refine'
}

/** Order of the runs: what matters most comes first, as a run may be cut off. */
export function allCases(): Case[] {
  const byFamily = trainingCases()
  return [
    packaged('ccrc-photo'),
    ...byFamily.filter(isEarly),
    packaged('ccrc-base'),
    packaged(DIFFERENCE_PROPOSER),
    packaged('ccrc-photo', 'half'),
    packaged('ccrc-base', 'half'),
    ...['ccrc-base', 'ccrc-photo', DIFFERENCE_PROPOSER].flatMap((name) => atOnce(name)),
    ...['ccrc-base', 'ccrc-photo'].flatMap((name) => atOnce(name, 'half')),
    segmenting('embedding', 'Segment Anything 2, embedding of an image', openEmbedding, 'values'),
    segmenting('click', 'Segment Anything 2, a click', openClick, 'mask'),
    ...byFamily.filter((one) => !isEarly(one)),
    training('photo', 'detect', ['encoder']),
  ]
}
