import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ContractError } from '../src/contract/errors'
import type { Project } from '../src/contract/project'
import { makePairFolder } from '../src/images/testing'
import type { Attack, Turn } from './attack'
import { Skipped } from './attack'
import { answered } from './deadline'
import { SIZE, compareAll } from './edits/edits'
import { PairModel } from './edits/pair-model'
import type { EngineClient } from './engine-client'
import { pairIds } from './engine-client'
import { EngineSession } from './engine-session'
import { Loss } from './loss'
import { englishOf } from '../src/messages/message'

const PAIRS = 3

/** A small disk in memory, of a turn. */
class Disk {
  readonly path: string

  constructor(private readonly folder: string) {
    this.path = join(folder, 'disk')
    mkdirSync(this.path)
    mkdirSync(join(folder, 'shelf'))
  }

  /** @throws Skipped where this user may not mount */
  mount(): void {
    // a disk that goes away and comes back is one that lies elsewhere and is bound here
    const shelf = join(this.folder, 'shelf')
    if (!run('mount', '-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', shelf) || !this.bind()) {
      throw new Skipped('only root can mount a disk')
    }
  }

  bind(): boolean {
    return run('mount', '--bind', join(this.folder, 'shelf'), this.path)
  }

  /** As a cable that is pulled: files that are open stay open. */
  vanish(): void {
    run('umount', '-l', this.path)
  }

  setReadOnly(isReadOnly: boolean): void {
    run('mount', '-o', `remount,bind,${isReadOnly ? 'ro' : 'rw'}`, this.path)
  }

  /** Until there is no room for a byte. */
  fill(): void {
    for (const size of [2 ** 20, 2 ** 16, 2 ** 12, 1]) {
      for (let count = 0; isWritten(join(this.path, `filler-${size}-${count}`), size); count += 1) {
        // once more
      }
    }
  }

  free(): void {
    run('bash', '-c', `rm -f "${this.path}"/filler-*`)
  }

  unmount(): void {
    run('umount', '-l', this.path)
    run('umount', '-l', join(this.folder, 'shelf'))
  }
}

function isWritten(path: string, size: number): boolean {
  try {
    writeFileSync(path, Buffer.alloc(size, 1))
    return true
  } catch {
    rmSync(path, { force: true })
    return false
  }
}

function run(command: string, ...args: string[]): boolean {
  return spawnSync(command, args).status === 0
}

/** What befalls a disk, and how it is mended. */
interface Blow {
  name: string
  strike: (disk: Disk) => void
  mend: (disk: Disk) => void
  /** The system does this to no disk with open files: the folder is closed and opened again. */
  needsClosed?: boolean
}

const BLOWS: readonly Blow[] = [
  { name: 'full', strike: (disk) => disk.fill(), mend: (disk) => disk.free() },
  { name: 'gone', strike: (disk) => disk.vanish(), mend: (disk) => disk.bind() },
  {
    name: 'read-only',
    strike: (disk) => disk.setReadOnly(true),
    mend: (disk) => disk.setReadOnly(false),
    needsClosed: true,
  },
]

/** Disks that fill up, vanish or become read-only under a project that is edited: what was acknowledged is there afterwards. */
export function disksAttack(): Attack {
  return {
    name: 'disks',
    async run(turn) {
      const disk = new Disk(turn.folder)
      disk.mount()
      try {
        await strike(turn, disk)
      } finally {
        disk.unmount()
      }
    },
  }
}

async function strike(turn: Turn, disk: Disk): Promise<void> {
  const { random } = turn
  const [home, folder] = [join(turn.folder, 'home'), join(disk.path, 'pairs')]
  await makePairFolder(folder, { count: PAIRS, ...SIZE, layout: 'before-after' })
  const blow = random.pick(BLOWS)
  const session = await EngineSession.open(turn, { home, folder })
  const { client } = session
  try {
    const models = (await pairIds(client)).map((pairId) => new PairModel(pairId, SIZE))
    const before = await editSome(turn, client, models)
    if (before > 0) {
      throw new Loss('lost', 'edits on a disk that is well were refused')
    }
    if (blow.needsClosed === true) {
      await answered('the folder is closed', client.call('project.close', {}))
      blow.strike(disk)
      await openAgain(client, folder)
    } else {
      blow.strike(disk)
    }
    const refused = await editSome(turn, client, models)
    turn.note(`${blow.name}, edits refused in the last such turn`, String(refused))
    if (random.chance(0.5)) {
      await session.kill()
    }
    if (blow.needsClosed === true) {
      // the work goes on in the user's folder, and stays there
      await openAgain(client, folder)
      await compareAll(client, models)
      await requireNamed(client, folder, () => blow.mend(disk))
      return
    }
    blow.mend(disk)
    await openAgain(client, folder)
    await compareAll(client, models)
    if ((await editSome(turn, client, models)) > 0) {
      throw new Loss('lost', `edits were refused after the disk was ${blow.name} and mended`)
    }
    await compareAll(client, models)
  } finally {
    await session.close()
  }
}

function openAgain(client: EngineClient, folder: string): Promise<Project> {
  return answered('the folder opens again', client.call('project.open', { folder, reading: null }))
}

/** Work that lies elsewhere once the disk is mended is named. @throws Loss */
async function requireNamed(client: EngineClient, folder: string, mend: () => void): Promise<void> {
  const { storePath } = await openAgain(client, folder)
  await answered('the folder is closed', client.call('project.close', {}))
  mend()
  const after = await openAgain(client, folder)
  const isNamed =
    after.storePath === storePath || englishOf(after.storeNotice ?? '').includes(dirname(storePath))
  if (!isNamed || !existsSync(storePath)) {
    throw new Loss(
      'lost',
      `the work in ${storePath} is not named after the disk was mended: ${englishOf(after.storeNotice ?? '')}`,
    )
  }
}

/** Returns how many were refused. What was refused may be there or not. */
async function editSome(turn: Turn, client: EngineClient, models: readonly PairModel[]): Promise<number> {
  let refused = 0
  for (let count = turn.random.between(10, 60); count > 0; count -= 1) {
    const model = turn.random.pick(models)
    if (model.pending.length > 0) {
      // what became of the refused one is not known: nothing is built on it
      continue
    }
    turn.tally.attempts += 1
    const sent = model.next(turn.random)
    try {
      await answered('an edit', sent.send(client))
      model.acknowledge(sent)
    } catch (error) {
      if (!(error instanceof ContractError) || error.failure.code === 'internal') {
        throw error
      }
      refused += 1
    }
  }
  return refused
}
