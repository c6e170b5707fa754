import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Diff } from '../../src/domain/diff'
import type { CorrectedPair } from '../../src/training/data/corrected-pair'
import { makeCorrectedPairs, writeUntrainedPackage } from '../../src/training/fine-tuning/testing'
import type { Attack, Turn } from '../attack'
import { answered } from '../deadline'
import type { EngineClient } from '../engine-client'
import { pairIds } from '../engine-client'
import { EngineSession } from '../engine-session'
import { Loss, ensure } from '../loss'
import { makeOwnFolder } from '../own-folder'
import { killTree, runWell, startProgram, within } from '../program'

const PAIRS = 9
/** For a whole run on a busy machine. */
const RUN_MILLISECONDS = 1_200_000
const FIRST_GUESS = 20_000

interface Project {
  folder: string
  home: string
  killsLeft: number
}

/** `deltascribe train --project` that is killed whole; the same command goes on to a whole model. A turn is one command. */
export function resumeAttack(): Attack {
  const own = makeOwnFolder('resume')
  let project: Project | null = null
  let milliseconds = FIRST_GUESS

  return {
    name: 'resume',
    async run(turn) {
      if (project === null) {
        project = await newProject(turn, own.fresh())
      }
      const { folder, home } = project
      const args = ['train', '--project', folder, '--preset', 'quick', '--from', 'fresh', '--json']
      const whole = [...args, '--steps', '3', '--batch', '4', '--threads', '1']
      turn.tally.attempts += 1
      const running = startProgram(whole, home)
      const began = performance.now()
      if (project.killsLeft > 0) {
        project.killsLeft -= 1
        await Promise.race([within(turn, milliseconds)(), running.ended])
        const { signal } = await killTree(turn, running.child, running.ended)
        if (signal === 'SIGKILL') {
          return
        }
      }
      const { code, err, out } = await answered('a training run', running.ended, RUN_MILLISECONDS)
      milliseconds = Math.max(milliseconds, performance.now() - began)
      project = null
      if (code !== 0) {
        throw new Loss('lost', `training that goes on ended with ${code}: ${err.slice(-2000)}`)
      }
      await requireWhole(turn, home, out)
    },
    async end() {
      own.remove()
    },
  }
}

/** The model is listed, can be used and can be given out. */
async function requireWhole(turn: Turn, home: string, out: string): Promise<void> {
  const { run } = JSON.parse(out) as { run: { model: string } }
  const listed = await runWell(turn, ['models', 'list', '--json'], home)
  const { models } = JSON.parse(listed.out) as { models: { id: string; problem: string | null }[] }
  const model = models.find(({ id }) => id === run.model)
  ensure(model !== undefined, `the model ${run.model} of a resumed run is not listed`)
  ensure(model?.problem === null, `the model ${run.model} of a resumed run: ${model?.problem}`)
  await runWell(
    turn,
    ['models', 'export', run.model, '--format', 'package', '--out', join(turn.folder, 'out')],
    home,
  )
}

async function newProject(turn: Turn, parent: string): Promise<Project> {
  const [folder, home] = [join(parent, 'pairs'), join(parent, 'home')]
  await writeUntrainedPackage(join(home, 'models'))
  const items = await makeCorrectedPairs(join(parent, 'made'), PAIRS, { width: 64, height: 64 })
  for (const frame of ['before', 'after'] as const) {
    mkdirSync(join(folder, frame), { recursive: true })
    items.forEach((item, index) => copyFileSync(item[frame], join(folder, frame, `${index}.png`)))
  }
  const session = await EngineSession.open(turn, { home, folder })
  try {
    const ids = await answered('the pairs are listed', pairIds(session.client))
    for (const [index, pairId] of ids.entries()) {
      await answered('a pair is reviewed', review(session.client, pairId, items[index]))
    }
  } finally {
    await session.close()
  }
  return { folder, home, killsLeft: turn.random.between(1, 4) }
}

async function review(client: EngineClient, pairId: number, item: CorrectedPair): Promise<void> {
  const source = { kind: 'person' } as const
  const regions = item.regions.map((region, index) => ({
    type: 'region.add' as const,
    region: { ...region, id: `r${index}`, status: 'accepted' as const, source, score: null },
    index,
  }))
  const captions = item.captions.map((text, rank) => ({
    type: 'caption.add' as const,
    caption: { id: `c${rank}`, text, rank, source, logProbability: null },
    index: rank,
  }))
  const diff: Diff = [...regions, ...captions]
  if (regions.length > 0) {
    await client.call('pairs.edit', { pairId, eventId: `edit-${pairId}-000`, label: 'Drawn', diff })
    const decided = { pairId, eventId: `accept-${pairId}-000`, decision: 'accept', milliseconds: 0 } as const
    await client.call('pairs.decide', decided)
  }
}
