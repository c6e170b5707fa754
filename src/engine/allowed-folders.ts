import { realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { failWith } from '../contract/errors'

/** Asks the person about a path that nobody chose; true where they allow it. */
export type AskForFolder = (path: string) => Promise<boolean>

/**
 * The folders that the user chose in a dialog, dropped, named on the command line or opened before. What a page asks for
 * outside of them is asked of the person by the program around the engine, where no page can answer.
 */
export class AllowedFolders {
  private readonly roots = new Set<string>()

  /** @param ask null where every path is allowed: on the command line, and in a browser, which has no dialogs of ours */
  constructor(private readonly ask: AskForFolder | null) {}

  /** This folder and all in it. */
  allow(folder: string): void {
    this.roots.add(realPath(folder))
  }

  has(path: string): boolean {
    if (this.ask === null) {
      return true
    }
    const real = realPath(path)
    return [...this.roots].some((root) => isInside(real, root))
  }

  /** @throws ContractError `unavailable` where the person does not allow it */
  async require(path: string): Promise<void> {
    if (this.has(path)) {
      return
    }
    if (this.ask === null || !(await this.ask(resolve(path)))) {
      throw failWith(
        'unavailable',
        `${resolve(path)} was not used, as you did not allow it. Choose it by its button.`,
      )
    }
    this.allow(path)
  }
}

/** With links followed as far as the path is there: a target may be made yet. */
function realPath(path: string): string {
  const absolute = resolve(path)
  try {
    return realpathSync(absolute)
  } catch {
    const parent = dirname(absolute)
    return parent === absolute ? absolute : join(realPath(parent), basename(absolute))
  }
}

function isInside(path: string, root: string): boolean {
  const way = relative(root, path)
  return way.split(sep)[0] !== '..' && !isAbsolute(way)
}
