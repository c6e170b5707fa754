// Entry of a worker thread: decodes frames, until it is ended.

import { parentPort } from 'node:worker_threads'
import { messageOf } from '../../contract/errors'
import { decodeJpeg2000, decodeJpegLs } from './codecs'
import type { FromFrameThread, ToFrameThread } from './frame-decoder'

async function answerTo({ coding, frame, expected }: ToFrameThread): Promise<FromFrameThread> {
  try {
    return { samples: await (coding === 'jpeg-ls' ? decodeJpegLs : decodeJpeg2000)(frame, expected) }
  } catch (error) {
    return { problem: messageOf(error) }
  }
}

parentPort?.on('message', (request: ToFrameThread) => {
  void answerTo(request).then((answer) =>
    parentPort?.postMessage(answer, 'samples' in answer ? [answer.samples.bytes.buffer] : []),
  )
})
