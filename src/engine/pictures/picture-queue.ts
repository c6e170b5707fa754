import { failWith } from '../../contract/errors'
import { message } from '../../messages/message'

/** A picture to be made. */
interface Item {
  key: string
  isThumbnail: boolean
  /** Turn of its last request, counted in pictures of full size. */
  turn: number
  work: () => Promise<void>
  made: Promise<void>
  resolve: () => void
  reject: (error: unknown) => void
}

/** The number that a screen requests at once: the open pair's in each view, and before and after of its neighbours. */
const MAX_CONCURRENT = 8

/**
 * Pictures are made one at a time, and those on screen now go first, however many were skipped on the way there.
 * Pictures of full size go before thumbnails: the last few in the order of their requests, then older ones. Of
 * thumbnails the last requested goes first. Several requests for one picture share the work.
 */
export class PictureQueue {
  /** By key; the last requested is last. */
  private readonly waiting = new Map<string, Item>()
  private running: Item | null = null
  private turns = 0
  private isClosed = false

  /** @throws ContractError `cancelled` once it is closed; the errors of `work` */
  make(key: string, isThumbnail: boolean, work: () => Promise<void>): Promise<void> {
    if (this.isClosed) {
      return Promise.reject(closed())
    }
    if (this.running?.key === key) {
      return this.running.made
    }
    this.turns += isThumbnail ? 0 : 1
    const item = { ...(this.waiting.get(key) ?? newItem(key, work)), isThumbnail, turn: this.turns }
    this.waiting.delete(key)
    this.waiting.set(key, item)
    this.next()
    return item.made
  }

  /** Drops waiting requests; the one under way ends by itself. */
  close(): void {
    this.isClosed = true
    this.waiting.forEach(({ reject }) => reject(closed()))
    this.waiting.clear()
  }

  private next(): void {
    const item = this.running === null ? this.first() : undefined
    if (item !== undefined) {
      this.waiting.delete(item.key)
      this.running = item
      void this.run(item)
    }
  }

  private async run({ work, resolve, reject }: Item): Promise<void> {
    try {
      await work()
      resolve()
    } catch (error) {
      reject(error)
    }
    this.running = null
    this.next()
  }

  private first(): Item | undefined {
    const all = [...this.waiting.values()]
    const full = all.filter(({ isThumbnail }) => !isThumbnail)
    const onScreen = full.find(({ turn }) => turn > this.turns - MAX_CONCURRENT)
    return onScreen ?? full.at(-1) ?? all.at(-1)
  }
}

function newItem(
  key: string,
  work: () => Promise<void>,
): Pick<Item, 'key' | 'work' | 'made' | 'resolve' | 'reject'> {
  let [resolve, reject]: [Item['resolve'], Item['reject']] = [() => {}, () => {}]
  const made = new Promise<void>((resolveMade, rejectMade) => {
    resolve = resolveMade
    reject = rejectMade
  })
  return { key, work, made, resolve, reject }
}

function closed(): Error {
  return failWith('cancelled', message('folders.closedMeanwhile'))
}
