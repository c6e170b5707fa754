import { describe, expect, it, vi } from 'vitest'
import type { Job } from '../../src/contract/work'

vi.stubGlobal('window', {})

const { interruptedJobs } = await import('./jobs')

function job(id: number, kind: Job['kind'], state: Job['state']): Job {
  const reports = { exportReport: null, importReport: null, captionReport: null, predictionReport: null }
  return { id, kind, title: kind, state, done: 1, total: 2, failure: null, ...reports }
}

describe('jobs of an engine that stopped', () => {
  it('are told of by what became of their work', () => {
    const kinds = ['export', 'import', 'model-pack', 'captions'] as const
    const ended = interruptedJobs(
      kinds.map((kind, id) => job(id, kind, 'running')),
      [],
    )
    expect(ended.map(({ state }) => state)).toEqual(['failed', 'failed', 'failed', 'failed'])
    const [exported, imported, installed, captioned] = ended.map(({ failure }) => failure?.message)
    expect(exported).toContain('What was written is kept')
    expect(imported).toContain('no folder was made')
    expect(installed).toContain('What was downloaded is kept')
    expect(captioned).toContain('captions that came are kept')
  })

  it('are those that ran and run no more', () => {
    const known = [job(1, 'export', 'done'), job(2, 'export', 'running')]
    expect(interruptedJobs(known, [job(2, 'export', 'running')])).toEqual([])
  })
})
