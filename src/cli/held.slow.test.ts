import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Supervisor } from '../engine/supervisor/supervisor'
import { makePairFolder } from '../images/testing'
import { noLog } from '../process/log/log'
import { nodeProcessHost } from '../process/process-host'
import { addExportCommand } from './export'
import { addPairsCommand } from './pairs'
import { addProposeCommand } from './propose'
import { ownFolder, runHere } from './testing'
import type { Ran } from './testing'

const inFolder = ownFolder()
let folder = ''

/** Runs while another program has the folder open, with an engine in a process of its own. */
async function besideAnother(work: () => Promise<void>): Promise<void> {
  folder = inFolder('images')
  await makePairFolder(folder, { count: 2, width: 64, height: 48, layout: 'a-b' })
  const home = inFolder('other')
  const supervisor = new Supervisor({
    host: nodeProcessHost,
    version: 'test',
    program: 'deltascribe serve',
    log: noLog,
    userFolder: home,
    sampleFolder: home,
    modelsFolder: home,
    detectorFolder: home,
    onStarted: () => {},
    onGivenUp: () => {},
  })
  try {
    await supervisor.start(folder)
    await work()
  } finally {
    supervisor.dispose()
  }
}

test('commands that read a project work beside the program that edits it, and those that write say who has it', () =>
  besideAnother(async () => {
    const proposed = await runHere(addProposeCommand, 'propose', folder, '--proposer', 'difference')
    expect([proposed.code, proposed.err]).toEqual([
      1,
      expect.stringMatching(
        /Deltascribe serve \(process \d+ on .+\) has this project open for editing\. Close it there, then do this again\./,
      ),
    ])
    const list = (): Promise<Ran> =>
      runHere(addPairsCommand, 'pairs', folder, '--proposer', 'difference', '--json')
    const listed = await list()
    expect([listed.code, listed.err]).toEqual([0, ''])
    // the other program proposes ahead, and an export takes what has a proposal
    const proposals = async (): Promise<number> => {
      const { said } = JSON.parse((await list()).out) as {
        said: Record<string, { score: number | null }>
      }
      return Object.values(said).filter(({ score }) => score !== null).length
    }
    // each look opens the project
    await expect.poll(proposals, { interval: 500 }).toBe(2)
    const out = inFolder('out')
    const states = ['--states', 'unreviewed']
    const exported = await runHere(
      addExportCommand,
      'export',
      folder,
      '--format',
      'coco',
      '--out',
      out,
      ...states,
    )
    expect([exported.code, exported.err]).toEqual([0, expect.not.stringContaining('has this project open')])
    expect(exported.err).toContain('Later exports may split these pairs otherwise')
    expect(existsSync(out)).toBe(true)
  }))
