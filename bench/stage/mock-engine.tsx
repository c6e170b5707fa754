import type { OpenPair } from '../../src/contract/pairs'
import { reverseDiff } from '../../src/domain/diff'
import type { Diff } from '../../src/domain/diff'
import type { Region } from '../../src/domain/document'
import { PICTURE_TILE_SIDE } from '../../src/contract/picture'
import type { Rle } from '../../src/mask/rle'
import { engine } from '../../renderer/engine'
import { beginStroke, paintShape } from '../../renderer/review/paint/stroke'
import { createTileMask } from '../../renderer/review/paint/tile-mask'
import { encodeTiles } from '../../renderer/review/paint/tile-rle'
import { isInObject, LARGEST_SIDE, objects } from './scene'
import type { SceneObject } from './scene'

export function mockPair(options: URLSearchParams): OpenPair {
  const size = Number(options.get('size') ?? 0)
  const width = size === 0 ? 1200 : size
  const height = size === 0 ? 900 : size
  const regions = options.get('regions') === '0' ? [] : objects.filter(({ isIn }) => isIn !== 'both')
  return {
    pair: {
      id: Number(options.get('pair') ?? width * 100_000 + height),
      key: 'made',
      split: null,
      before: 'before.bmp',
      after: 'after.bmp',
      label: null,
      width,
      height,
      alignment: options.get('moved') === '1' ? [1, 0.02, 8, -0.02, 1, 20, 0, 0, 1] : null,
      tiles: options.get('tiles') === '1' ? { levels: levelsOf(width, height) } : null,
      problem: null,
      window: null,
      sequence: null,
    },
    document: {
      review: { state: 'unreviewed', notes: '', reviewer: null },
      regions: regions.map((item) => regionOf(item, width, height)),
      captions: [],
      links: [],
    },
    version: 1,
    undoLabel: null,
    redoLabel: null,
    proposal: null,
    baseProposalId: null,
  }
}

function regionOf(item: SceneObject, width: number, height: number): Region {
  const mask = maskOf(item, width, height)
  return {
    id: item.id,
    category: item.category,
    status: item.status,
    mask,
    beforeMask: item.isIn === 'before' ? mask : null,
    source: { kind: 'person' },
    score: null,
  }
}

/** Without a bitmap of the whole image, which may be too large for one. */
function maskOf(item: SceneObject, width: number, height: number): Rle {
  const [across, down] = [Math.min(width, LARGEST_SIDE), Math.min(height, LARGEST_SIDE)]
  const left = Math.floor((width - across) / 2)
  const top = Math.floor((height - down) / 2)
  const stroke = beginStroke(createTileMask(width, height), 1)
  paintShape(stroke, (fillRow) => {
    for (let y = top; y < top + down; y += 1) {
      for (let x = left; x < left + across; x += 1) {
        if (isInObject(item, x, y, width, height)) {
          fillRow(y, x, x + 1)
        }
      }
    }
  })
  return encodeTiles(stroke.mask)
}

function levelsOf(width: number, height: number): number {
  return 1 + Math.max(0, Math.ceil(Math.log2(Math.max(width, height) / PICTURE_TILE_SIDE)))
}

interface MockEdit {
  label: string
  diff: Diff
}

/** Answers edits, undo and redo, and keeps no more than the history of diffs. */
export function connectMockEngine(): void {
  const done: MockEdit[] = []
  const undone: MockEdit[] = []
  let version = 1
  let listener: ((message: unknown) => void) | null = null

  function answer(command: string, input: MockEdit & { pairId: number }): unknown {
    if (command === 'scans.get') {
      return null
    }
    let diff: Diff = []
    if (command === 'pairs.edit') {
      done.push({ label: input.label, diff: input.diff })
      undone.length = 0
      diff = input.diff
    } else if (command === 'pairs.undo' || command === 'pairs.redo') {
      const isUndo = command === 'pairs.undo'
      const edit = (isUndo ? done : undone).pop()
      if (edit !== undefined) {
        ;(isUndo ? undone : done).push(edit)
        diff = isUndo ? reverseDiff(edit.diff) : edit.diff
      }
    }
    version += 1
    const labels = { undoLabel: done.at(-1)?.label ?? null, redoLabel: undone.at(-1)?.label ?? null }
    return { pairId: input.pairId, version, diff, ...labels }
  }

  engine.connect({
    post(message) {
      const request = message as { id: number; command: string; input: MockEdit & { pairId: number } }
      const value = answer(request.command, request.input)
      setTimeout(() => listener?.({ kind: 'result', id: request.id, value }), 5)
    },
    onMessage: (next) => {
      listener = next
    },
    onClose: () => undefined,
    close: () => undefined,
  })
}
