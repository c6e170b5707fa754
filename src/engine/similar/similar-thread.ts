// Entry of a worker thread: holds the embeddings of a project and compares them, until it is ended.

import { parentPort, workerData } from 'node:worker_threads'
import { messageOf } from '../../contract/errors'
import { reviewStates } from '../../domain/pair'
import { bitsAlike } from '../../images/fingerprint'
import { centred } from '../../similar/centred'
import { DIMENSIONS } from '../../similar/embedding'
import { EmbeddingSet } from '../../similar/embedding-set'
import { farthestFirst } from '../../similar/farthest-first'
import { mapOf } from '../../similar/map'
import { nearDuplicates } from '../../similar/near-duplicates'
import { nearestFirst } from '../../similar/nearest-first'
import { openPlace } from '../../store/store-address'
import { OwnPairs } from '../../store/own-pairs'
import { PairEmbeddingTable } from '../../store/pair-embeddings'
import { findPairs, mapFacts } from '../../store/pair-queries'
import type { FromThread, SimilarAnswers, SimilarRequest, ThreadData } from './similar-requests'

/** Words of the fingerprints of two frames. */
const FINGERPRINT_WORDS = 32

const EVERYTHING = { states: null, search: '', hasProblem: null }

const { storeAddress, encoder } = workerData as ThreadData
const database = openPlace(storeAddress, true)
const table = new PairEmbeddingTable(database)
const set = new EmbeddingSet()
/** What pairs are compared by. */
let compared = set
const fingerprints = new Map<number, readonly [before: Int32Array, after: Int32Array]>()
let lastId = 0

/** Reads what was stored since the last request. */
function update(): void {
  const lengths = { embedding: DIMENSIONS, fingerprints: FINGERPRINT_WORDS }
  const before = lastId
  for (const { id, pairId, embedding, fingerprints: words } of table.after(lastId, encoder, lengths)) {
    lastId = id
    set.put(pairId, embedding)
    fingerprints.set(pairId, [
      words.subarray(0, FINGERPRINT_WORDS / 2),
      words.subarray(FINGERPRINT_WORDS / 2),
    ])
  }
  if (lastId !== before) {
    compared = centred(set)
  }
}

/** The last answer of a kind that takes long, for as long as it is about the same. */
const answers = new Map<string, { about: string; answer: unknown }>()

function known<T>(kind: string, about: string, make: () => T): T {
  const last = answers.get(kind)
  if (last?.about === about) {
    return last.answer as T
  }
  const answer = make()
  answers.set(kind, { about, answer })
  return answer
}

function answerTo(request: SimilarRequest): SimilarAnswers[keyof SimilarAnswers] {
  update()
  const pairIds = findPairs(database, EVERYTHING, 'key')
  // pairs are only added or left out as a whole, when a folder is opened
  const about = `${lastId} ${pairIds.length}`
  switch (request.kind) {
    case 'nearest':
      return nearestFirst(compared, pairIds, request.likeId)
    case 'farthest':
      return known('farthest', about, () => farthestFirst(compared, pairIds))
    case 'duplicates':
      return known('duplicates', about, () => duplicatesOf(pairIds))
    case 'map':
      return mapAnswer(about, pairIds, request)
  }
}

function duplicatesOf(pairIds: number[]): SimilarAnswers['duplicates'] {
  const keys = new Map(mapFacts(database).map(({ id, key }) => [id, key]))
  const first = nearDuplicates(set, pairIds, (a, b) => {
    const [one, other] = [fingerprints.get(a), fingerprints.get(b)]
    return (
      one !== undefined && other !== undefined && bitsAlike(one[0], other[0]) && bitsAlike(one[1], other[1])
    )
  })
  const firstIds = [...first.values()]
  return { ids: [...first.keys()], firstIds, firstKeys: firstIds.map((id) => keys.get(id) ?? '') }
}

const DECIMALS = 1e4
const rounded = (value: number): number => Math.round(value * DECIMALS) / DECIMALS

function mapAnswer(
  about: string,
  pairIds: number[],
  { pairIds: wanted, reviewer }: SimilarRequest & { kind: 'map' },
): SimilarAnswers['map'] {
  const places = known('map', about, () => mapOf(compared, pairIds))
  const isWanted = new Set(wanted)
  const facts = reviewer === null ? mapFacts(database) : new OwnPairs(database, reviewer).mapFacts()
  const factsOf = new Map(facts.map((fact) => [fact.id, fact]))
  const shown = places.ids.flatMap((id, index) => {
    const fact = isWanted.has(id) ? factsOf.get(id) : undefined
    return fact === undefined ? [] : [{ index, fact }]
  })
  const names = new Map<string, number>()
  const categories = shown.map(({ fact: { category } }) => {
    if (category === null) {
      return -1
    }
    const place = names.get(category) ?? names.size
    names.set(category, place)
    return place
  })
  return {
    ids: shown.map(({ fact }) => fact.id),
    x: shown.map(({ index }) => rounded(places.x[index])),
    y: shown.map(({ index }) => rounded(places.y[index])),
    states: shown.map(({ fact }) => reviewStates.indexOf(fact.state)),
    scores: shown.map(({ fact }) => fact.score ?? -1),
    categories,
    categoryNames: [...names.keys()],
  }
}

parentPort?.on('message', (request: SimilarRequest) => {
  let message: FromThread
  try {
    message = { answer: answerTo(request) }
  } catch (error) {
    message = { problem: messageOf(error) }
  }
  parentPort?.postMessage(message)
})
