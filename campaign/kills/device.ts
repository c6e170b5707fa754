import { useSoftwareDriver, webgpuMissing } from '../../src/training/testing-webgpu'
import type { Attack } from '../attack'
import { Skipped } from '../attack'
import { makeOwnFolder } from '../own-folder'
import { canLookAtProcesses } from '../processes'
import { proposeKilled, proposeUndisturbed } from './device-proposals'
import type { UndisturbedProposals } from './device-proposals'
import { trainKilled, trainUndisturbed } from './device-training'
import type { UndisturbedTraining } from './device-training'

/**
 * The process that uses WebGPU, on the software driver, is killed while it proposes and while it trains: the end is as without. A turn is one kill, of the one and the other by turns.
 */
export function deviceAttack(): Attack {
  const own = makeOwnFolder('device')
  const kills = { proposing: 0, training: 0 }
  let isPossible = false
  let proposals: UndisturbedProposals | null = null
  let training: UndisturbedTraining | null = null
  return {
    name: 'device',
    async run(turn) {
      isPossible ||= await requirePossible()
      turn.tally.attempts += 1
      if (proposals === null) {
        proposals = await proposeUndisturbed(turn)
      } else if (training === null) {
        training = await trainUndisturbed(own.fresh())
      } else if (kills.training < kills.proposing) {
        kills.training += (await trainKilled(turn, training)) ? 1 : 0
      } else {
        kills.proposing += (await proposeKilled(turn, proposals)) ? 1 : 0
      }
      turn.note('killed while it proposed and while it trained', `${kills.proposing}, ${kills.training}`)
    },
    async end() {
      own.remove()
    },
  }
}

/** @throws Skipped */
async function requirePossible(): Promise<true> {
  useSoftwareDriver()
  const missing = canLookAtProcesses ? await webgpuMissing() : 'processes can be looked at on Linux only'
  if (missing !== null) {
    throw new Skipped(`no device: ${missing}`)
  }
  return true
}
