import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, sep } from 'node:path'
import { PathError, resolveInside, whyOutside } from '../inside'
import { JsonError, ImportProblem } from './problems'
import { JsonText } from './json-text'
import { Listings } from './listings'
import { namedImage } from './named-image'
import { Reading } from './reading'
import { jsonLines, wholeText } from './text-lines'
import type { Line } from './text-lines'
import { englishOf } from '../../messages/message'

/** A JSON file is held whole in memory, and a text has at most 2^29 characters in V8. */
export const MAX_JSON_BYTES = 400 * 2 ** 20

/** A file in the data set. */
export interface SourceFile {
  absolute: string
  /** As it was named, relative to the data set or the image folder. */
  path: string
}

/**
 * The folder that is read. Nothing outside it, and outside the image folder, is ever opened: links from the
 * one may lead into the other.
 */
export class Source {
  private readonly listings = new Listings()

  /**
   * @param onlyFile where a file was given, its path in the root. It chooses the format, and of its lists the one that
   *   is read; files that the format names beside it are read with it
   * @param imageFolder real and absolute
   * @param isOfPredictions its images need not be there, as the project has them
   */
  private constructor(
    readonly root: string,
    readonly onlyFile: string | null,
    readonly imageFolder: string | null,
    readonly reading: Reading,
    readonly isOfPredictions: boolean,
  ) {}

  /** @param path absolute: a folder, or a list in it. @throws ImportProblem */
  static async open(
    path: string,
    imageFolder: string | null = null,
    reading = new Reading(),
    isOfPredictions = false,
  ): Promise<Source> {
    try {
      const real = await realpath(path)
      const isFile = (await stat(real)).isFile()
      const images = imageFolder === null ? null : await realpath(imageFolder)
      const [root, onlyFile] = isFile ? [dirname(real), basename(real)] : [real, null]
      return new Source(root, onlyFile, images, reading, isOfPredictions)
    } catch (error) {
      const { code, path: at } = error as NodeJS.ErrnoException
      const what = code === 'ENOENT' ? 'is not there' : `cannot be read (${code ?? String(error)})`
      throw new ImportProblem(`${at ?? path} ${what}.`)
    }
  }

  /** The whole set, where the list that was given lies in one of these folders of it; else this source. */
  above(listFolders: readonly string[]): Source {
    const { root, onlyFile, imageFolder, reading, isOfPredictions } = this
    const parts = root.split(sep)
    const folder = listFolders.find((one) => {
      const names = one.split('/')
      return parts.length > names.length && parts.slice(-names.length).join('/') === one
    })
    if (onlyFile === null || folder === undefined) {
      return this
    }
    const whole = folder.split('/').reduce((path) => dirname(path), root)
    return new Source(whole, `${folder}/${onlyFile}`, imageFolder, reading, isOfPredictions)
  }

  /** Names in a folder of the data set; none where there is no such folder. */
  async list(folder: string): Promise<string[]> {
    try {
      return (await readdir(await resolveInside(this.root, folder === '' ? '.' : folder))).sort()
    } catch {
      return []
    }
  }

  /** Whether a list is there, and is the one that was given where one was. */
  async isWanted(list: string): Promise<boolean> {
    return (this.onlyFile === null || list === this.onlyFile) && (await this.isThere(list))
  }

  /** Whichever list was given. */
  async isThere(path: string): Promise<boolean> {
    try {
      return (await stat(await resolveInside(this.root, path))).isFile()
    } catch {
      return false
    }
  }

  /** The first of these lists that is wanted, also with `.gz`; null where none is. */
  async firstOf(lists: readonly string[]): Promise<string | null> {
    for (const list of withPacked(lists)) {
      if (await this.isWanted(list)) {
        return list
      }
    }
    return null
  }

  /** Of files that go with a list, the first that is there, also with `.gz`; null where none is. */
  async companion(paths: readonly string[]): Promise<string | null> {
    for (const path of withPacked(paths)) {
      if (await this.isThere(path)) {
        return path
      }
    }
    return null
  }

  /**
   * A file by its name in one of several folders of the data set, or of the image folder.
   * @throws ImportProblem where it is missing, leads outside or is on the network
   */
  file(name: string, folders: readonly string[] = ['']): Promise<SourceFile> {
    return this.fileIn(name, folders, [...folders, ''])
  }

  /** @param imageFolders where it is looked for in the image folder */
  private async fileIn(
    given: string,
    folders: readonly string[],
    imageFolders: readonly string[],
  ): Promise<SourceFile> {
    const name = given.replaceAll('\\', '/') // lists made on Windows
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(name)) {
      throw new ImportProblem(`${shown(name)} is on the network: download it; nothing is fetched.`)
    }
    const reason = whyOutside(name)
    if (reason !== null) {
      throw new ImportProblem(`${shown(name)} ${englishOf(reason)}.`)
    }
    const roots = [this.root, ...(this.imageFolder === null ? [] : [this.imageFolder])]
    let outside: string | null = null
    for (const root of roots) {
      for (const folder of root === this.root ? folders : imageFolders) {
        const path = [folder, name].filter((part) => part !== '').join('/')
        if (!(await this.listings.has(root, path))) {
          continue
        }
        try {
          return { absolute: await resolveInside(root, path, this.imageFolder), path }
        } catch (error) {
          if (!(error instanceof PathError)) {
            throw error
          }
          outside = error.code === 'outside-folder' ? path : outside
        }
      }
    }
    const advice = 'put the file itself there, or name the folder of the images, which allows it'
    throw new ImportProblem(
      outside === null
        ? `${shown(name)} is not there.`
        : `${shown(outside)} is a link that leads out of the folder: ${advice}.`,
    )
  }

  /** An image of a pair, as `file`. One of predictions is not looked for, and has no absolute path. */
  async image(name: string, folders: readonly string[] = ['']): Promise<SourceFile> {
    return this.isOfPredictions ? namedImage(name) : this.file(name, folders)
  }

  /** The real absolute path of a file in the data set, or in the image folder by a link. @throws PathError */
  resolve(path: string): Promise<string> {
    return resolveInside(this.root, path, this.imageFolder)
  }

  /** As `file`, null where it is missing. */
  async fileOrNull(name: string, folders: readonly string[] = ['']): Promise<SourceFile | null> {
    try {
      return await this.file(name, folders)
    } catch {
      return null
    }
  }

  /** A mask in one of these folders alone: beside images, its name may be that of an image. Null where it is missing. */
  async maskOrNull(name: string, folders: readonly string[]): Promise<SourceFile | null> {
    try {
      return await this.fileIn(name, folders, folders)
    } catch {
      return null
    }
  }

  /** @throws ImportProblem where the file is no JSON, or too large to be held */
  async json(path: string): Promise<JsonText> {
    const text = await this.text(path, MAX_JSON_BYTES)
    try {
      return new JsonText(text, this.isOfPredictions)
    } catch (error) {
      if (error instanceof JsonError) {
        throw new ImportProblem(`${path} ${error.message}.`, { file: path, line: error.line })
      }
      throw error
    }
  }

  /**
   * Line by line, so that size does not matter. A line that is no JSON has an `ImportProblem` as its value; one
   * over 64 MB too, and is the last.
   */
  async *lines(path: string): AsyncGenerator<Line> {
    yield* jsonLines(await this.real(path), path, this.isOfPredictions)
  }

  /** @throws ImportProblem */
  plainText(path: string): Promise<string> {
    return this.text(path, MAX_JSON_BYTES)
  }

  private async text(path: string, maxBytes: number): Promise<string> {
    return wholeText(await this.real(path), path, maxBytes)
  }

  private async real(path: string): Promise<string> {
    this.reading.begin(path)
    try {
      return await resolveInside(this.root, path)
    } catch (error) {
      throw new ImportProblem(`${(error as Error).message}.`, { file: path, line: null })
    }
  }
}

function withPacked(paths: readonly string[]): string[] {
  return paths.flatMap((path) => [path, `${path}.gz`])
}

/** Names come from others: no control characters, and not whole screens of them. */
export function shown(text: string): string {
  const plain = text.replace(/\p{Cc}/gu, '?')
  return plain.length > 120 ? `${plain.slice(0, 117)}...` : plain
}
