import { readdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { PyramidMade } from '../../contract/picture'
import { countLevels, levelSize, PICTURE_TILE_SIDE } from '../../domain/picture-tile'
import type { Size } from '../../mask/bitmap'

/** A frame whose coarse tiles are made of finer ones. */
interface Pyramid {
  pairId: number
  frame: PyramidMade['frame']
  /** Of level 0. */
  size: Size
  /** Whether each level is read from the file. */
  read: readonly boolean[]
}

interface Counted {
  pyramid: Pyramid
  /** The coarsest level that is read. */
  first: number
  total: number
  /** Names of the tiles from `first` on that are there. */
  made: Set<string>
}

/** Counts the tiles that coarse ones are made of, from the first coarse one asked for until the coarsest is there. */
export class PyramidProgress {
  /** By the folder of the tiles. */
  private readonly counted = new Map<string, Promise<Counted>>()

  constructor(private readonly onMade: (progress: PyramidMade) => void) {}

  /** A tile that is made of finer ones is about to be made. */
  async begin(path: string, pyramid: Pyramid): Promise<void> {
    const folder = dirname(path)
    const known = this.counted.get(folder)
    if (known === undefined) {
      const counting = count(folder, pyramid)
      this.counted.set(folder, counting)
      this.tell(await counting)
    }
    await known
  }

  /** A tile is there. */
  async record(path: string): Promise<void> {
    const folder = dirname(path)
    const counted = await this.counted.get(folder)
    const name = basename(path)
    if (counted !== undefined && levelOf(name) >= counted.first && !counted.made.has(name)) {
      counted.made.add(name)
      this.tell(counted)
      if (levelOf(name) === countLevels(counted.pyramid.size) - 1) {
        this.counted.delete(folder)
      }
    }
  }

  private tell({ pyramid: { pairId, frame }, made, total }: Counted): void {
    this.onMade({ pairId, frame, done: made.size, total })
  }
}

async function count(folder: string, pyramid: Pyramid): Promise<Counted> {
  const { size, read } = pyramid
  const first = read.lastIndexOf(true)
  const names = await readdir(folder)
  const made = names.filter((name) => /^\d+-\d+-\d+\.png$/.test(name) && levelOf(name) >= first)
  const coarse = Array.from({ length: countLevels(size) - first }, (_, index) => first + index)
  const total = coarse.reduce((sum, level) => sum + tilesOf(levelSize(size, level)), 0)
  return { pyramid, first, total, made: new Set(made) }
}

function levelOf(name: string): number {
  return Number(name.split('-')[0])
}

function tilesOf({ width, height }: Size): number {
  return Math.ceil(width / PICTURE_TILE_SIDE) * Math.ceil(height / PICTURE_TILE_SIDE)
}
