import type { OpenPair } from '../../src/contract/pairs'
import { reverseDiff } from '../../src/domain/diff'
import type { Diff } from '../../src/domain/diff'
import type { Region } from '../../src/domain/document'
import { emptyBitmap } from '../../src/mask/bitmap'
import { encodeRle } from '../../src/mask/rle'
import type { Rle } from '../../src/mask/rle'
import { engine } from '../../renderer/engine'
import { isInObject, objects } from './scene'
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
      tiles: null,
      problem: null,
      window: null,
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

function maskOf(item: SceneObject, width: number, height: number): Rle {
  const bitmap = emptyBitmap(width, height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      bitmap.data[y * width + x] = isInObject(item, x, y, width, height) ? 1 : 0
    }
  }
  return encodeRle(bitmap)
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
