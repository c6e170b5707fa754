import { ImportProblem } from './problems'

/** What is told to work on a data set by who watches it from another process. */
export interface Watched {
  reading?: Reading
}

/** Who reads may come to no end in a file: whoever watches is told which, and names those to be left out. */
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

  /** A file is read from now on. @throws ImportProblem where it was given up */
  begin(path: string): void {
    const reason = this.givenUp.get(path)
    if (reason !== undefined) {
      throw new ImportProblem(reason, { file: path, line: null })
    }
    this.tell(path)
  }

  /** An item is read while `work` goes on. @throws ImportProblem where it was given up */
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

  /** It goes on in the same file, which is large. */
  goesOn(): void {
    this.onReading(this.path)
  }

  /** Nothing of others is read any more. */
  end(): void {
    this.tell(null)
  }

  private tell(path: string | null): void {
    this.path = path
    this.onReading(path)
  }
}
