import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { startThread } from '../../process/own-programs'
import { HeaderError } from '../header/source'
import type { CodedSamples, ExpectedFrame } from './codecs'

export interface ToFrameThread {
  readonly coding: 'jpeg-ls' | 'jpeg-2000'
  readonly frame: Uint8Array
  readonly expected: ExpectedFrame
}

export type FromFrameThread = { readonly samples: CodedSamples } | { readonly problem: string }

/** What a frame may take. At some damaged ones CharLS counts to 2^32, several times (12 x 10 samples: 14 s). */
const PATIENCE = { milliseconds: 5000, samplesPerMillisecond: 100 }

let thread: Worker | null = null
/** The frame before is done. */
let free: Promise<unknown> = Promise.resolve()

/**
 * Decodes a coded frame in a thread, one after the other. The thread starts with the first one, keeps no process
 * alive, and is ended where a frame takes too long; the next frame has a new one.
 * @throws HeaderError for a frame that takes too long
 * @throws Error for one that is damaged, or of another size than the file says
 */
export function decodeFrame(request: ToFrameThread, patience = PATIENCE): Promise<CodedSamples> {
  const { width, height, samplesPerPixel } = request.expected
  const milliseconds =
    patience.milliseconds + (width * height * samplesPerPixel) / patience.samplesPerMillisecond
  const decoded = free.then(() => decodeWithin(request, milliseconds))
  free = decoded.catch(() => undefined)
  return decoded
}

async function decodeWithin(request: ToFrameThread, milliseconds: number): Promise<CodedSamples> {
  const worker = (thread ??= started())
  worker.ref()
  worker.postMessage(request)
  const answer = await answerOf(worker, Math.ceil(milliseconds)).catch(async (error: unknown) => {
    await worker.terminate()
    throw error
  })
  worker.unref()
  if ('problem' in answer) {
    throw new Error(answer.problem)
  }
  return answer.samples
}

function started(): Worker {
  const worker = startThread('frame-thread')
  const lose = (): void => {
    thread = thread === worker ? null : thread
  }
  return worker.on('error', lose).on('exit', lose)
}

/** @throws HeaderError where there is none in time */
async function answerOf(worker: Worker, milliseconds: number): Promise<FromFrameThread> {
  const waiting = new AbortController()
  const { signal } = waiting
  const timer = setTimeout(() => waiting.abort(), milliseconds)
  const ended = once(worker, 'exit', { signal }).then(() => {
    throw new Error('the decoder ended')
  })
  try {
    const [answer] = (await Promise.race([once(worker, 'message', { signal }), ended])) as [FromFrameThread]
    return answer
  } catch (error) {
    throw signal.aborted ? new HeaderError('its frame takes too long to decode') : error
  } finally {
    clearTimeout(timer)
    waiting.abort()
  }
}
