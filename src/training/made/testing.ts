import { writeSet } from '../../dataset/made/write-set'

/** A training set of a few made pairs of both worlds. */
export async function makeSmallSet(folder: string, count = 6): Promise<void> {
  const order = {
    world: 'both',
    profile: 'training',
    seed: 5,
    width: 128,
    height: 128,
    inTurn: false,
    count,
    layout: 'training',
    truth: false,
  } as const
  await writeSet(order, folder, 1, new AbortController().signal, () => {})
}
