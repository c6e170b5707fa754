// Entry of a worker thread: makes masks and files of an export, until it is ended.

import pLimit from 'p-limit'
import { parentPort } from 'node:worker_threads'
import { encodeMaskPng } from '../../images/mask-png'
import { createFile } from '../files'
import type { Answer, FromThread, Job, ToThread } from './thread-helper'

async function answerTo(job: Job): Promise<Answer> {
  try {
    if (job.kind === 'create') {
      await createFile(job.path, job.bytes)
      return { kind: 'created' }
    }
    return { kind: 'encoded', bytes: new Uint8Array(await encodeMaskPng(job.image, job.channels)) }
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    return { kind: 'failed', message, code: code ?? null }
  }
}

/** Batches of jobs, in the order in which they came. */
const inTurn = pLimit(1)

function post(message: FromThread): void {
  parentPort?.postMessage(message)
}

parentPort?.on('message', (jobs: ToThread) => {
  void inTurn(async () => {
    const answers: Answer[] = []
    for (const job of jobs) {
      answers.push(await answerTo(job))
    }
    post(answers)
  })
})
post('ready')
