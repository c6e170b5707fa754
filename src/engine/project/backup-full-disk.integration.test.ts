import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { Project } from '../../contract/project'
import { englishOf } from '../../messages/message'
import { makePairFolder } from '../../images/testing'
import { openDatabase } from '../../store/sqlite-database'
import { PROJECT_MIGRATIONS } from '../../store/migrations'
import { startEngine } from '../testing'
import type { StartedEngine } from '../testing'

const root = mkdtempSync(join(tmpdir(), 'full-disk-'))
const folder = join(root, 'pairs')
const ours = join(folder, '.deltascribe')
mkdirSync(folder)
/** A disk of its own in memory: only root may mount one. */
const mount = (): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder]).status === 0
const unmount = (): unknown => spawnSync('umount', [folder])
const canMount = mount()
if (canMount) {
  unmount()
}

let engine: StartedEngine['engine']
let client: StartedEngine['client']

beforeEach(() => {
  mount()
  ;({ engine, client } = startEngine(join(root, 'home')))
})
afterEach(() => {
  engine.dispose()
  unmount()
})
afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))

/** Leaves so many bytes free. */
function fillDisk(free: number): void {
  const { bavail, bsize } = statfsSync(folder)
  writeFileSync(join(folder, 'filler'), Buffer.alloc(bavail * bsize - free))
}

const open = (): Promise<Project> => client.call('project.open', { folder, reading: null })
const backups = (): string[] => readdirSync(join(ours, 'backups'))

async function note(from: string, to: string): Promise<void> {
  await client.call('pairs.edit', {
    pairId: 1,
    eventId: `event-${to}`,
    label: 'Notes',
    diff: [{ type: 'review.set', from: { notes: from }, to: { notes: to } }],
  })
}

test.skipIf(!canMount)(
  'a day backup that does not fit the disk is told of, leaves nothing, and the work goes on [needs root to mount a disk]',
  async () => {
    await makePairFolder(folder, { count: 2, width: 32, height: 32, layout: 'a-b' })
    await client.call('settings.set', { proposeAhead: false, provider: 'cpu' })
    await open()
    const told = new Promise<string>((resolve) =>
      client.on('notice', ({ message }) => resolve(englishOf(message))),
    )
    fillDisk(100_000)
    await note('', 'stored')
    expect(await told).toMatch(
      /^Today's backup of this project could not be made: .*full.*Your work goes on\.$/,
    )
    expect(backups()).toEqual([])
    await note('stored', 'stored too')
    expect((await client.call('pairs.get', { pairId: 1 })).document.review.notes).toBe('stored too')
  },
)

test.skipIf(!canMount).each([
  ['the migration, too little for a copy of the store', 135_000],
  ['the migration or a copy of the store', 180_000],
])(
  'a store of an older program is brought up to date where the disk has room for %s, and that is told [needs root to mount a disk]',
  async (_room, free) => {
    await makePairFolder(folder, { count: 2, width: 32, height: 32, layout: 'a-b' })
    mkdirSync(ours)
    openDatabase(join(ours, 'project.db'), PROJECT_MIGRATIONS.slice(0, -1)).close()
    fillDisk(free)
    const { storeNotice } = await open()
    expect(englishOf(storeNotice ?? '')).toMatch(
      /^The project was brought up to date without a backup of what it was: .*full/,
    )
    expect(backups()).toEqual([])
  },
)
