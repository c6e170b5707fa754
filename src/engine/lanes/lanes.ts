import { availableParallelism, totalmem } from 'node:os'
import type { ProcessHost } from '../../process/process-host'
import { LanePool } from './lane-pool'
import { SharedProcessHost } from '../../process/shared-process-host'
import { ProposalLane } from '../proposals/proposal-lane'
import type { RemoteMachine } from '../remote/remote-machine'
import { InferenceLane } from './inference-lane'

const MOST_LANES = 4
/** Of the machine's memory, for each lane: its process holds a model and the pixels of the last pairs. */
const BYTES_PER_LANE = 2 ** 31

/** Pairs at once on a device at most, and what each of them needs of the machine's memory: a thread with its pixels. */
const MOST_ON_DEVICE = 16
const BYTES_ON_DEVICE = 2 ** 30

/** Fewer lanes than the machine bears, where it has other work: docs/troubleshooting.md. */
const LANES_VARIABLE = 'DELTASCRIBE_LANES'

/**
 * How many pairs are proposed for at once, and the threads of each: half of the cores in all, but at least two lanes
 * where there are two cores. While a lane waits for its disk, its device or the engine, another has the core.
 */
export function proposalLanes(
  cores: number,
  memoryBytes: number,
  most = MOST_LANES,
): { count: number; threads: number } {
  const byCores = Math.min(MOST_LANES, most, cores, Math.max(2, Math.floor(cores / 2)))
  const count = Math.max(1, Math.min(byCores, Math.floor(memoryBytes / BYTES_PER_LANE)))
  return { count, threads: Math.max(1, Math.floor(cores / 2 / count)) }
}

/** How many pairs are proposed for at once on a device at most: the processor decodes and registers each in a thread. */
export function mostOnDevice(cores: number, memoryBytes: number, most = MOST_ON_DEVICE): number {
  return Math.max(1, Math.min(most, MOST_ON_DEVICE, cores, Math.floor(memoryBytes / BYTES_ON_DEVICE)))
}

/** Lanes for each kind of work on images, so that none waits for another. */
export class Lanes {
  readonly proposals: LanePool
  readonly pictures: InferenceLane
  /** About the open pair; a person waits for the answer. */
  readonly questions: InferenceLane
  /** Captions of regions that a person named, and what is learned from them. */
  readonly names: InferenceLane
  /** Near-duplicates, looked for before training. */
  readonly training: InferenceLane

  /**
   * @param remote another machine that makes proposals, where the user wants that
   * @param most lanes for proposals; as many as the machine bears, or the environment says, if absent
   */
  constructor(
    host: ProcessHost,
    readonly remote: RemoteMachine,
    most?: number,
  ) {
    const wanted = (most ?? Number(process.env[LANES_VARIABLE])) || undefined
    const [cores, memory] = [availableParallelism(), totalmem()]
    const { count, threads } = proposalLanes(cores, memory, wanted)
    const onCpu = Array.from({ length: count }, () => new InferenceLane(host, { threads }))
    const deviceHost = new SharedProcessHost(host)
    const all = Array.from(
      { length: Math.max(count, mostOnDevice(cores, memory, wanted)) },
      (_, index) => new ProposalLane(deviceHost, { threads: 1 }, onCpu[index % count]),
    )
    this.proposals = new LanePool(all, count)
    this.pictures = new InferenceLane(host)
    this.questions = new InferenceLane(host)
    this.names = new InferenceLane(host)
    this.training = new InferenceLane(host)
  }

  dispose(): void {
    for (const lanes of [
      this.remote,
      this.proposals,
      this.pictures,
      this.questions,
      this.names,
      this.training,
    ]) {
      lanes.dispose()
    }
  }
}
