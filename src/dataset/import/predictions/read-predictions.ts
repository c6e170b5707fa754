import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ProjectStore } from '../../../store/project-store'
import { GrowingFile } from '../../files'
import { formatNames } from '../../formats/list'
import { openSource, orInvalid } from '../import-project'
import { Scratch } from '../item'
import type { ReadContext } from '../item'
import { Problems } from '../problems'
import { manifestRows } from '../read'
import type { Watched } from '../reading'
import { detectPredictionFormat, predictionReader } from './formats'
import { withLeftOutList } from './output'
import { Matching } from './matching'
import type { PredictionReading } from './matching'
import { isListOfPairs, ListedNames } from './listed-names'
import { PairIndex } from './pair-index'
import { Source } from '../source'

export interface ReadOptions {
  source: string
  format: string | null
  imageList: string | null
  listFile: string | null
  /** The project's folder of images. */
  folder: string
  /** Of the project, which another process has open. */
  storePath: string
  /** Name of the proposer, to count the pairs that have a proposal of it. */
  proposer: string
  /** File to write: one prediction a line. */
  staged: string
}

interface Running extends Watched {
  /** Items so far. */
  progress: (done: number) => void
  signal: AbortSignal
}

/**
 * Reads predictions, finds the pair of each, and writes those that can be stored to `staged`. Nothing of the project
 * is changed.
 * @throws ContractError `invalid-input` where the source cannot be read or has no item, `cancelled`, `cannot-write`
 */
export async function readPredictions(
  options: ReadOptions,
  { progress, signal, reading }: Running,
): Promise<PredictionReading> {
  const source = await orInvalid(Source.open(options.source, null, reading, true))
  const list = options.imageList === null ? null : await openSource(options.imageList, null, reading)
  const isOfPairs = list !== null && isListOfPairs(list)
  const listed = await orInvalid(isOfPairs ? ListedNames.given(list) : ListedNames.beside(source))
  const format = options.format ?? (await orInvalid(detectPredictionFormat(source)))
  const scratch = new Scratch(dirname(options.staged), false)
  // of an attempt before this one
  await rm(options.staged, { force: true })
  const store = new ProjectStore(options.storePath, true)
  try {
    const places = [...store.pairs.places()]
    const project = { folder: options.folder, pairs: places }
    const context: ReadContext = { source, problems: new Problems(), scratch, isCheck: false, project }
    const matching = new Matching(context, {
      index: new PairIndex(places),
      earlier: store.proposals.pairsOf(options.proposer),
      folder: options.folder,
      // our own lists name the pairs of data sets, not of predictions
      rows: formatNames.includes(format) ? await manifestRows(source) : new Map(),
      listed,
      format,
    })
    const { sha256 } = await GrowingFile.write(options.staged, (file) =>
      withLeftOutList(options.listFile, (add) =>
        matching.run(predictionReader(format, isOfPairs ? null : list), { file, add, progress, signal }),
      ),
    )
    source.reading.end()
    return matching.report(options.source, sha256.slice(0, 16))
  } finally {
    store.close()
    await scratch.dispose()
  }
}
