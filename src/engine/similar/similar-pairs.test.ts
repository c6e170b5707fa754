import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { toFailure } from '../../contract/errors'
import { SimilarPairs } from './similar-pairs'
import type { SimilarThread } from './similar-pairs'
import type { SimilarRequest } from './similar-requests'

/** Answers a request with the pairs in `[]` where it is told to; says what it was asked, in order. */
class MadeThread extends EventEmitter {
  readonly asked: string[] = []
  isEnded = false

  postMessage(request: SimilarRequest): void {
    this.asked.push(request.kind === 'nearest' ? `nearest ${request.likeId}` : request.kind)
  }

  terminate(): Promise<number> {
    this.isEnded = true
    return Promise.resolve(0)
  }

  answer(...pairIds: number[]): void {
    this.emit('message', { answer: pairIds })
  }
}

function comparing(): { pairs: SimilarPairs; threads: MadeThread[] } {
  const threads: MadeThread[] = []
  const pairs = new SimilarPairs({ storeAddress: '', encoder: '' }, () => {
    threads.push(new MadeThread())
    return threads.at(-1) as unknown as SimilarThread
  })
  return { pairs, threads }
}

async function failureOf(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => 'answered',
    (error: unknown) => toFailure(error).message,
  )
}

test('an order that others wait for goes on after the one that a person asks for meanwhile', async () => {
  const { pairs, threads } = comparing()
  const [ann, bob] = [pairs.farthest('Ann'), pairs.farthest('Bob')]
  const cleo = pairs.nearest(5, 'Cleo')
  expect(threads.map(({ asked, isEnded }) => [asked, isEnded])).toEqual([
    [['farthest'], true],
    [['nearest 5'], false],
  ])
  threads[1].answer(5, 6)
  threads[1].answer(6, 5)
  expect(await Promise.all([ann, bob, cleo])).toEqual([
    [6, 5],
    [6, 5],
    [5, 6],
  ])
  expect(threads[1].asked).toEqual(['nearest 5', 'farthest'])
})

test('an order is given up once all who wait for it ask for another one', async () => {
  const { pairs, threads } = comparing()
  const orders = [pairs.farthest('Ann'), pairs.farthest('Bob')]
  const nearest = [pairs.nearest(5, 'Ann')]
  threads[1].answer(5)
  expect(threads[1].asked).toEqual(['nearest 5', 'farthest'])
  nearest.push(pairs.nearest(6, 'Bob'))
  threads[2].answer(6)
  expect(await Promise.all(nearest)).toEqual([[5], [6]])
  expect(await Promise.all(orders.map(failureOf))).toEqual(orders.map(() => 'Another order was asked for.'))
  expect(threads[2].asked).toEqual(['nearest 6'])
})

test('a newer request takes the place of one that waits for the same person alone', async () => {
  const { pairs, threads } = comparing()
  const first = pairs.nearest(1, 'Ann')
  const waiting = [pairs.nearest(2, 'Bob'), pairs.nearest(3, 'Cleo'), pairs.nearest(4, 'Bob')]
  const failure = failureOf(waiting[0])
  for (const pairId of [1, 3, 4]) {
    threads[0].answer(pairId)
  }
  expect(await Promise.all([first, waiting[1], waiting[2]])).toEqual([[1], [3], [4]])
  expect(await failure).toBe('Another request took its place.')
})

test('near-duplicates wait for what a person waits for, and go on after it', async () => {
  const { pairs, threads } = comparing()
  const duplicates = pairs.duplicates()
  const order = pairs.farthest(null)
  threads[1].answer(1)
  threads[1].answer(2)
  expect(await Promise.all([order, duplicates])).toEqual([[1], [2]])
})
