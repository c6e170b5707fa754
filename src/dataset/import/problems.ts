import type { DatasetProblem } from '../../contract/dataset'
import { ImageError } from '../../images/error'
import { RleError } from '../../mask/rle'

/** Where something stands: a file of the data set, and its line where that is known. */
export interface Place {
  /** Relative to the data set, with forward slashes. */
  file: string
  /** From 1, as editors count. */
  line: number | null
}

/** An item, or a file, that cannot be taken, and why, in words that stand alone. */
export class ImportProblem extends Error {
  override name = 'ImportProblem'
  readonly place: Place | null

  constructor(message: string, place: Place | null = null) {
    super(message)
    this.place = place
  }
}

/** What was found wrong, in the order in which it was found. */
export class Problems {
  readonly list: DatasetProblem[] = []

  /** An item or a file that is left out. */
  error(place: Place, message: string, item: string | null = null): void {
    this.list.push({ ...place, item, message, level: 'error' })
  }

  /** It is taken, and someone should know. */
  warn(place: Place, message: string, item: string | null = null): void {
    this.list.push({ ...place, item, message, level: 'warning' })
  }

  /** @throws what is no failure of an item */
  leaveOut(error: unknown, place: Place, item: string | null): void {
    if (!(error instanceof ImportProblem || error instanceof ImageError || error instanceof RleError)) {
      throw error
    }
    const where = error instanceof ImportProblem ? (error.place ?? place) : place
    this.error(where, sentence(error.message), item)
  }

  get errorCount(): number {
    return this.list.filter(({ level }) => level === 'error').length
  }
}

function sentence(text: string): string {
  // a path at the beginning stays as it is written
  const whole = /^[a-z]+ /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
  return /[.!?]$/.test(whole) ? whole : `${whole}.`
}
