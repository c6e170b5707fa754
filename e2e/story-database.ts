import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { root } from '../build/build'
import { workFolder } from '../src/engine/project/sample'
import type { TestServer } from '../src/store/postgres/testing-server'
import type { StoreAddress } from '../src/store/store-address'
import { runCommandLine } from './command-line'
import { PASSWORD } from './sign-in'

/** Who signs in before a story begins. */
export const OWNER = 'Olga'

let made = 0

/** A database of one story. Each folder that the app is started with has a project of its own there. */
export class StoryDatabase {
  private readonly places = new Map<string, StoreAddress>()

  private constructor(
    private readonly url: string,
    private readonly home: string,
  ) {}

  /** @param home the user's data folder of the story */
  static async make(server: TestServer, home: string): Promise<StoryDatabase> {
    made += 1
    const name = `story${made}`
    const client = new Client({ connectionString: server.url })
    await client.connect()
    await client.query(`CREATE DATABASE ${name}`)
    await client.end()
    const url = new URL(server.url)
    url.pathname = `/${name}`
    return new StoryDatabase(url.href, home)
  }

  /** With the work that lies in the folder already, and an owner who may sign in. */
  prepare(asked: string): StoreAddress {
    const folder = this.workFolder(asked)
    const known = this.places.get(folder)
    if (known !== undefined) {
      return known
    }
    const place = `${this.url}&schema=project${this.places.size + 1}`
    const database = ['--database', place]
    if (existsSync(join(folder, '.deltascribe', 'project.db'))) {
      runCommandLine(['project', 'move', folder, ...database], '', this.home)
    }
    runCommandLine(['users', 'add', OWNER, '--role', 'owner', ...database], `${PASSWORD}\n`, this.home)
    this.places.set(folder, place)
    return place
  }

  /** Null for a folder that no server was started with: its work lies in a file. */
  placeOf(folder: string): StoreAddress | null {
    return this.places.get(this.workFolder(folder)) ?? null
  }

  private workFolder(folder: string): string {
    return workFolder(folder, { sampleFolder: join(root, 'sample'), userFolder: this.home })
  }
}
