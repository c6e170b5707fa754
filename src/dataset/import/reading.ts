import { ImportProblem } from './problems'

/** Lets another process watch work on a data set. */
export interface Watched {
  reading?: Reading
}

/** Reading a file may never end: the watcher gets each file's path, and names the files to be left out. */
export class Reading {
  private readonly onReading: (path: string | null) => void
  private readonly givenUp: ReadonlyMap<string, string>
  private path: string | null = null

  /** @param givenUp by path, why it is not read any more, a sentence */
  constructor(
    onReading: (path: string | null) => void = () => {},
    givenUp: ReadonlyMap<string, string> = new Map(),
  ) {
    this.onReading = onReading
    this.givenUp = givenUp
  }

  /** Called before a file is read. @throws ImportProblem if it was given up */
  begin(path: string): void {
    const reason = this.givenUp.get(path)
    if (reason !== undefined) {
      throw new ImportProblem(reason, { file: path, line: null })
    }
    this.tell(path)
  }

  /** Runs `work` while an item is read. @throws ImportProblem if it was given up */
  async during<T>(path: string, work: () => Promise<T>): Promise<T> {
    const reason = this.givenUp.get(path)
    if (reason !== undefined) {
      throw new ImportProblem(reason)
    }
    const before = this.path
    this.tell(path)
    try {
      return await work()
    } finally {
      this.tell(before)
    }
  }

  /** Reports progress in the same file, which is large. */
  goesOn(): void {
    this.onReading(this.path)
  }

  /** No file of the data set is read any more. */
  end(): void {
    this.tell(null)
  }

  private tell(path: string | null): void {
    this.path = path
    this.onReading(path)
  }
}
