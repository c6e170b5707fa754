import { join } from 'node:path'
import { openDatabase } from '../../store/database'
import type { Database } from '../../store/database'
import { EXAMPLE_MIGRATIONS } from '../../store/migrations'
import { NameExampleTable } from '../../store/name-examples'

const FILE_NAME = 'name-examples.db'

/** Names that people taught, for all projects, in the user's folder. Opened when they are first needed. */
export class SharedExamples {
  private database: Database | null = null

  constructor(private readonly userFolder: string) {}

  /**
   * As a project sees them.
   * @throws StoreError where the file cannot be used
   */
  of(storeFolder: string): NameExampleTable {
    this.database ??= openDatabase(join(this.userFolder, FILE_NAME), EXAMPLE_MIGRATIONS)
    return new NameExampleTable(this.database, storeFolder)
  }

  close(): void {
    this.database?.close()
    this.database = null
  }
}
