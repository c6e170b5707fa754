import type { EventPayload } from '../contract/define'
import type { EngineEvents } from '../contract/engine'
import type { Job } from '../contract/work'
import { messageForLog, withoutQuotes } from '../process/log/log'
import type { Log, LogFields } from '../process/log/log'
import { englishOf } from '../messages/message'

type Payload<N extends keyof EngineEvents> = EventPayload<EngineEvents, N>
type Watch = { [N in keyof EngineEvents]?: (payload: Payload<N>) => void }

/** Logs what the engine tells its clients, each state once: no texts, no names of pairs, counts only. */
export function eventLogger(log: Log): (event: keyof EngineEvents, payload: unknown) => void {
  const watch: Watch = {
    ...providerWatch(log),
    ...jobWatch(log),
    ...trainingWatch(log),
    ...queueWatch(log),
    ...projectWatch(log),
  }
  return (event, payload) => watch[event]?.(payload as never)
}

function providerWatch(log: Log): Watch {
  let last = ''
  return {
    'provider.changed'({ reports, wanted, inUse, isFallback }) {
      const now = JSON.stringify([reports, wanted, inUse, isFallback])
      if (now === last || inUse === null) {
        return
      }
      last = now
      const tried = reports.filter((report) => !report.isUsable || report.milliseconds !== null)
      for (const { name, isUsable, milliseconds, maxError, reason } of tried) {
        const why = reason === null ? null : withoutQuotes(englishOf(reason))
        log.write('info', 'provider.probed', { name, isUsable, milliseconds, maxError, reason: why })
      }
      log.write(isFallback ? 'warning' : 'info', 'provider.in-use', { inUse, wanted, isFallback })
    },
  }
}

function jobWatch(log: Log): Watch {
  const startedAt = new Map<number, number>()
  return {
    'job.changed'(job) {
      const { id, kind, state } = job
      if (!startedAt.has(id)) {
        startedAt.set(id, Date.now())
        log.write('info', 'job.started', { id, kind })
      }
      if (state !== 'running') {
        const milliseconds = Date.now() - startedAt.get(id)!
        const level = state === 'failed' ? 'error' : 'info'
        log.write(level, 'job.ended', { id, kind, state, milliseconds, ...jobResult(job) })
      }
    },
  }
}

/** A caption job's message may repeat what the server answered. */
function jobResult({ kind, failure, captionReport, ...job }: Job): LogFields {
  const report = job.exportReport ?? job.importReport ?? job.predictionReport
  const message = failure === null || kind === 'captions' ? undefined : messageForLog(failure)
  return {
    done: job.done,
    total: job.total,
    format: report?.format,
    pairs: report?.pairCount,
    regions: report?.regionCount,
    captions: report?.captionCount ?? captionReport?.added.length,
    failed: captionReport?.failed.length,
    code: failure?.code,
    message,
  }
}

function trainingWatch(log: Log): Watch {
  const last = new Map<string, string>()
  return {
    'training.changed'({ id, from, state, train, heldOut, step, steps, secondsSpent, model, failure }) {
      if (last.get(id) === state) {
        return
      }
      last.set(id, state)
      const milliseconds = Math.round(secondsSpent * 1000)
      const counts = { train, heldOut, step, steps, milliseconds }
      const message = failure === null ? undefined : messageForLog(failure)
      const level = state === 'failed' ? 'error' : state === 'interrupted' ? 'warning' : 'info'
      log.write(level, `training.${state}`, { id, from, model, ...counts, code: failure?.code, message })
    },
  }
}

function queueWatch(log: Log): Watch {
  let startedAt: number | null = null
  return {
    'queue.changed'({ isRunning, proposer, done, failed, total }) {
      if (isRunning && startedAt === null) {
        startedAt = Date.now()
        log.write('info', 'proposals.started', { proposer, done, total })
      } else if (!isRunning && startedAt !== null) {
        const milliseconds = Date.now() - startedAt
        startedAt = null
        log.write('info', 'proposals.ended', { proposer, done, failed, total, milliseconds })
      }
    },
  }
}

function projectWatch(log: Log): Watch {
  let open: string | null = null
  let model = ''
  return {
    'project.changed'(project) {
      const now = project?.storePath ?? null
      if (now === open) {
        return
      }
      open = now
      if (project === null) {
        log.write('info', 'project.closed')
      } else {
        log.write('info', 'project.opened', { pairs: project.pairCount })
      }
    },
    'models.changed'({ inUse }) {
      if (inUse !== model) {
        log.write('info', 'model.in-use', { model: inUse })
      }
      model = inUse
    },
    notice({ level }) {
      log.write('debug', 'notice', { level })
    },
  }
}
