import type { PairSpec } from '../../../synth/make'
import { closeSync, openSync, writeSync } from 'node:fs'
import { encode } from 'fast-png'
import { boundsOfSet } from '../../../mask/bitmap'
import type { Bitmap } from '../../../mask/bitmap'
import type { RgbImage } from '../../../synth/pair'
import { hash2 } from '../../../synth/random'

export const SET_LAYOUTS = ['folder', 'clevr-change', 'levir-mci', 'training'] as const
export type SetLayout = (typeof SET_LAYOUTS)[number]

/** A whole set to be written; plain data, sent to the worker processes. */
export interface SetSpec extends PairSpec {
  readonly count: number
  readonly layout: SetLayout
  /** Folder layout: first-frame masks and correspondence maps too. */
  readonly truth: boolean
  /** Training layout: so many pictures between the frames of each pair, evenly spaced in time. */
  readonly between: number
}

export type ToWorker =
  | { readonly kind: 'begin'; readonly spec: SetSpec; readonly folder: string }
  | { readonly kind: 'make'; readonly index: number }

export type FromWorker =
  | { readonly kind: 'made'; readonly index: number; readonly record: string; readonly bytes: number }
  | { readonly kind: 'failed'; readonly index: number; readonly message: string }

export interface SetFile {
  /** Relative to the set's folder, with forward slashes. */
  readonly path: string
  readonly bytes: Uint8Array
}

export interface SetItem {
  readonly files: readonly SetFile[]
  /** Plain data for the set's index files. */
  readonly record: object
}

/** Writes the files that list all items of a set. Items arrive in the order of their indices. */
export interface SetIndex {
  add(record: string): void
  finish(): void
  /** Closes what is open, finished or not. */
  close(): void
}

/** One way to lay out a synthetic set on disk. `make` runs in the workers, the rest in the parent. */
export interface Layout {
  folders(spec: SetSpec): readonly string[]
  make(spec: SetSpec, index: number): SetItem
  openIndex(folder: string, spec: SetSpec): SetIndex
}

const DRAW_OF_SPLITS = 2

/**
 * Of each ten items eight train, one validates, one tests. Which ones is drawn for each ten: worlds and kinds of change
 * take turns, and places in step with these would give a split one world or one kind alone.
 */
export function splitOf(index: number): 'train' | 'val' | 'test' {
  const [ten, place] = [Math.floor(index / 10), index % 10]
  const val = Math.floor(10 * hash2(ten, 0, DRAW_OF_SPLITS))
  const test = (val + 1 + Math.floor(9 * hash2(ten, 1, DRAW_OF_SPLITS))) % 10
  return place === val ? 'val' : place === test ? 'test' : 'train'
}

/** [x, y, width, height] of the set pixels, or null where none is set. */
export function boxOfSet(mask: Bitmap): readonly [number, number, number, number] | null {
  const bounds = boundsOfSet(mask)
  return bounds === null ? null : [bounds.x, bounds.y, bounds.width, bounds.height]
}

/** One JSON text a line. */
export function openLines(path: string): SetIndex {
  const file = openText(path)
  return { add: (record) => file.write(`${record}\n`), finish: () => {}, close: () => file.close() }
}

interface TextFile {
  write(text: string): void
  /** May be called again. */
  close(): void
}

/** A new text file that is written piece by piece. */
function openText(path: string): TextFile {
  let descriptor: number | null = openSync(path, 'wx')
  return {
    write(text) {
      if (descriptor === null) {
        throw new Error(`${path} is closed.`)
      }
      const bytes = Buffer.from(text)
      // A nearly full disk may take a part and fail on the next call only.
      for (let at = 0; at < bytes.length;) {
        at += writeSync(descriptor, bytes, at)
      }
    },
    close() {
      if (descriptor !== null) {
        closeSync(descriptor)
      }
      descriptor = null
    },
  }
}

/** A JSON object or array that is written entry by entry and never held whole. */
interface JsonList {
  add(entry: string): void
  finish(): void
  close(): void
}

export function openJson(path: string, opening: string, closing: string): JsonList {
  const file = openText(path)
  let separator = '\n'
  file.write(opening)
  return {
    add(entry) {
      file.write(separator + entry)
      separator = ',\n'
    },
    finish() {
      file.write(`\n${closing}\n`)
    },
    close: () => file.close(),
  }
}

// fast-png deflates in JavaScript, so that the files are the same on every machine; zlib's own bytes differ
// between the builds that Node carries.

export function encodeRgb(image: RgbImage): Uint8Array {
  return encode({ width: image.width, height: image.height, data: image.data, channels: 3, depth: 8 })
}

/** One grey channel, 0 and 255. */
export function encodeMask(mask: Bitmap): Uint8Array {
  const data = mask.data.map((v) => (v === 0 ? 0 : 255))
  return encode({ width: mask.width, height: mask.height, data, channels: 1, depth: 8 })
}

/**
 * Correspondence as a KITTI flow map: 16-bit RGB, displacement (x, y) = (value - 32768) / 64 pixels, blue 1
 * where there is a counterpart. One that is 512 pixels away or more has no place in 16 bits, and none is given. Source:
 * KITTI stereo/flow 2015 devkit, readme.txt.
 */
export function encodeFlow(flow: Float32Array, width: number, height: number): Uint8Array {
  const data = new Uint16Array(3 * width * height)
  for (let i = 0; i < width * height; i++) {
    if (Number.isNaN(flow[2 * i])) {
      continue
    }
    const dx = flow[2 * i] - (i % width) - 0.5
    const dy = flow[2 * i + 1] - Math.floor(i / width) - 0.5
    const values = [dx, dy].map((distance) => Math.round(distance * 64) + 32768)
    if (values.every((value) => value >= 0 && value <= 0xffff)) {
      data.set([...values, 1], 3 * i)
    }
  }
  return encode({ width, height, data, channels: 3, depth: 16 })
}
