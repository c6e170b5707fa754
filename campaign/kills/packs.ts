import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { offerMadePack } from '../../e2e/made-pack'
import { SEGMENT_PACK_ID } from '../../src/contract/models'
import type { Attack } from '../attack'
import { ensure } from '../loss'
import { runAndKill, runWell, within } from '../program'

/** A model pack whose fetching or installing is killed is not installed by half, and whole the next time. */
export function packAttack(): Attack {
  let milliseconds = 2500
  return {
    name: 'pack',
    async run(turn) {
      const home = join(turn.folder, 'home')
      const offered = await offerMadePack()
      const add = ['models', 'add', SEGMENT_PACK_ID, '--yes']
      try {
        const kills = turn.random.between(1, 3)
        for (let kill = 0; kill < kills; kill += 1) {
          if (!(await runAndKill(turn, add, home, within(turn, milliseconds)))) {
            await runWell(turn, ['models', 'remove', SEGMENT_PACK_ID], home)
          }
        }
        const began = performance.now()
        await runWell(turn, add, home)
        milliseconds = performance.now() - began
        await runWell(turn, ['models', 'verify', SEGMENT_PACK_ID], home)
        const there = await readdir(join(home, 'packs'))
        ensure(
          there.every((name) => name === SEGMENT_PACK_ID),
          `a killed installation left ${there.join(', ')}`,
        )
      } finally {
        offered.remove()
      }
    },
  }
}
