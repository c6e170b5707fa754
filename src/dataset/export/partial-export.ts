import { mappingKey } from '../../domain/value-mapping'
import { keyOf, overlayOrNull } from '../../frames/common-grid'
import { lstat, mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isForWantOfRoom, asWriteFailure, cannotWrite } from './target'
import { hashOrNull, removeOthers, Journal, JournalBusy } from './journal'
import type { ExportRequest, PlannedPair, WrittenPair } from './export-pair'
import type { ExportedFile, JournalPair } from './journal'
import { message } from '../../messages/message'
import type { Message } from '../../messages/message'
import { sha256Hex } from '../../process/sha256'

export type { ExportedFile as DraftFile } from './journal'

/** Raised when the same pair is written with other bytes than before. */
const PARTIAL_VERSION = 4

export type Choice = Omit<ExportRequest, 'out'>

/** The partial export no longer fits: the export begins anew. */
export class StalePartialExport extends Error {
  override name = 'StalePartialExport'
}

/** The folder of a partial export to `out`: `files`, which becomes `out`, and `journal.db`. */
export function partialFolder(out: string): string {
  return join(dirname(out), `.${basename(out)}.partial`)
}

/**
 * An export in progress, in a hidden folder beside its target. Work of a stopped export is taken over pair by pair:
 * if the pair, both its images and every file that was written for it have the same hashes.
 */
export class PartialExport {
  readonly files: string
  private readonly folder: string
  private readonly choice: Choice
  private readonly journal: Journal
  private readonly pairs: Map<string, JournalPair>
  /** Archives of a stopped export, by path. */
  private readonly archives = new Map<string, { file: ExportedFile; parts: ExportedFile[] }>()
  /** Files inside those archives, by path. */
  private readonly archived = new Map<string, ExportedFile>()
  private readonly earlier: { pairCount: number; isSameChoice: boolean }
  private readonly keys = new WeakMap<PlannedPair, string>()
  private takenUp = 0
  private isClosed = false

  private constructor(folder: string, journal: Journal, choice: Choice) {
    this.folder = folder
    this.files = join(folder, 'files')
    this.journal = journal
    this.choice = choice
    this.pairs = journal.pairs()
    this.earlier = { pairCount: this.pairs.size, isSameChoice: journal.choice === textOf(choice) }
  }

  /** @throws ContractError `cannot-write` if another program writes there */
  static async open(out: string, choice: Choice): Promise<PartialExport> {
    const folder = partialFolder(out)
    const entry = await lstat(folder).catch(() => null)
    if (entry !== null && !entry.isDirectory()) {
      await rm(folder, { force: true })
    }
    const file = join(folder, 'journal.db')
    try {
      await mkdir(join(folder, 'files'), { recursive: true })
      return new PartialExport(folder, new Journal(file), choice)
    } catch (error) {
      if (error instanceof JournalBusy) {
        throw cannotWrite(out, `Another export to ${out} is running: wait for it, or choose another folder`)
      }
      if (await isForWantOfRoom(error, folder)) {
        const failure = await asWriteFailure(out, error)
        await (entry === null ? rm(folder, { recursive: true, force: true }) : null) // a stopped export goes on later
        throw failure
      }
      // damaged: nothing of it can be trusted
      await rm(folder, { recursive: true, force: true })
      await mkdir(join(folder, 'files'), { recursive: true })
      return new PartialExport(folder, new Journal(file), choice)
    }
  }

  /** Pairs that are kept if the export stops now. */
  get pairCount(): number {
    return this.pairs.size
  }

  /** Keeps the work of a stopped export on these pairs, and removes all else. */
  async begin(planned: readonly PlannedPair[]): Promise<void> {
    for (const { from, to } of this.journal.moves().reverse()) {
      await mkdir(dirname(join(this.files, from)), { recursive: true })
      await rename(join(this.files, to), join(this.files, from)).catch(() => {})
    }
    this.journal.removeMoves()
    const keys = new Set(planned.map((pair) => this.keyOf(pair)))
    const isSamePlan = [...this.pairs.keys()].every((key) => keys.has(key)) && this.earlier.isSameChoice
    for (const key of this.pairs.keys()) {
      if (!keys.has(key)) {
        this.pairs.delete(key)
        this.journal.removePair(key)
      }
    }
    for (const archive of isSamePlan ? this.journal.archives() : []) {
      if (await this.isThere(archive.file)) {
        this.archives.set(archive.file.path, archive)
        archive.parts.forEach((part) => this.archived.set(part.path, part))
      }
    }
    if (!isSamePlan) {
      this.journal.removeArchives()
    }
    this.journal.choice = textOf(this.choice)
    const whole = new Set([
      ...this.archives.keys(),
      ...[...this.pairs.values()].flatMap(({ files }) => files.map(({ path }) => path)),
    ])
    await removeOthers(this.files, '', whole)
  }

  /** Files that a stopped export wrote for a pair, if all are unchanged; else removes them and returns null. */
  async takeUp(pair: PlannedPair): Promise<{ written: WrittenPair; files: ExportedFile[] } | null> {
    const key = this.keyOf(pair)
    const row = this.pairs.get(key)
    if (row === undefined) {
      return null
    }
    if (await this.isUnchanged(pair, row)) {
      this.takenUp += 1
      return { written: { pair, ...row.entry }, files: row.files }
    }
    await Promise.all(row.files.map(({ path }) => rm(join(this.files, path), { force: true })))
    this.pairs.delete(key)
    this.journal.removePair(key)
    return null
  }

  add({ pair, ...entry }: WrittenPair, files: ExportedFile[]): void {
    const key = this.keyOf(pair)
    const row = { entry, files }
    this.journal.addPair(key, row) // throws on a full disk: the pair is not kept then
    this.pairs.set(key, row)
  }

  /** An archive that a stopped export has made of exactly these files. */
  archiveOf(path: string, parts: readonly ExportedFile[]): ExportedFile | null {
    const archive = this.archives.get(path)
    const isSame =
      archive !== undefined &&
      archive.parts.length === parts.length &&
      archive.parts.every(({ path, sha256 }, at) => path === parts[at].path && sha256 === parts[at].sha256)
    return isSame ? archive.file : null
  }

  /** @throws StalePartialExport if one of the files exists in another archive only */
  async requireAll(parts: readonly ExportedFile[]): Promise<void> {
    for (const { path } of parts.filter((part) => part.isWritten && this.archived.has(part.path))) {
      if ((await lstat(join(this.files, path)).catch(() => null)) === null) {
        throw new StalePartialExport(`${path} went into another archive`)
      }
    }
  }

  addArchive(file: ExportedFile, parts: ExportedFile[]): void {
    this.journal.addArchive({ file, parts })
  }

  addMove(from: string, to: string): void {
    this.journal.addMove({ from, to })
  }

  /** Remarks on the stopped export; empty if there was none. */
  notices(): Message[] {
    const { pairCount, isSameChoice } = this.earlier
    const anew = pairCount - this.takenUp
    if (pairCount === 0) {
      return []
    }
    if (this.takenUp === 0) {
      return [message(isSameChoice ? 'exports.stoppedBefore' : 'exports.otherChoice')]
    }
    const went = message('exports.wentOn', { count: this.takenUp })
    return anew === 0 ? [went] : [went, message('exports.madeAnew', { count: anew })]
  }

  /** May be called more than once. */
  close(): void {
    if (!this.isClosed) {
      this.isClosed = true
      this.journal.close()
    }
  }

  /** Called after `close`. */
  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }

  /** Hash of all that determines a pair's files, except its images, whose hashes are in its row. */
  private keyOf(pair: PlannedPair): string {
    const key = this.keys.get(pair) ?? this.makeKey(pair)
    this.keys.set(pair, key)
    return key
  }

  private makeKey({ item, content, split, number, name, nameInSplit }: PlannedPair): string {
    const { format, images = 'copy' } = this.choice
    const { key, width, height, proposedBy, document, beforePath, afterPath } = item
    const paths = images === 'copy' ? [] : [beforePath, afterPath]
    const { state } = document.review
    const mapping = item.mapping === undefined ? [] : [mappingKey(item.mapping)]
    const place = item.sequence == null ? [] : [item.sequence]
    const parts = [PARTIAL_VERSION, format, images, paths, key, width, height, proposedBy, state, ...mapping]
    return sha256Hex(JSON.stringify([...parts, ...place, content, split, number, name, nameInSplit]))
  }

  private async isUnchanged({ item }: PlannedPair, { entry, files }: JournalPair): Promise<boolean> {
    const { before, after } = entry.sources
    const overlay = await overlayOrNull({ before: item.beforePath, after: item.afterPath })
    if ((overlay === null ? null : keyOf(overlay)) !== entry.commonGrid) {
      return false
    }
    for (const [path, hash] of [
      [item.beforePath, before],
      [item.afterPath, after],
    ] as const) {
      if ((await hashOrNull(path)) !== hash) {
        return false
      }
    }
    for (const file of files) {
      const isPacked = this.archived.get(file.path)?.sha256 === file.sha256
      if (file.isWritten && !isPacked && !(await this.isThere(file))) {
        return false
      }
    }
    return true
  }

  private async isThere({ path, sha256, bytes }: ExportedFile): Promise<boolean> {
    return (await hashOrNull(join(this.files, path), bytes)) === sha256
  }
}

function textOf(choice: Choice): string {
  const { format, states, images = 'copy', masks = 'rle', patientData, licence = null } = choice
  return JSON.stringify({ format, states, images, masks, patientData, licence })
}
