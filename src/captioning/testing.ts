import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PackDescriptor } from '../packs/catalogue'
import { digestOf, hubAnswer, serveFiles } from '../packs/testing'
import type { FileServer } from '../packs/testing'

/** The tiny model, as `src/captioning/tiny/make.ts` wrote it. */
export const TINY_MODEL = join(import.meta.dirname, 'fixtures', 'tiny')

const COMMIT = 'e'.repeat(40)
const REPOSITORY = 'maker/tiny'

type Answer = ReturnType<typeof hubAnswer>

/** As the hub answers for a file that lies in the repository itself. */
function blobAnswer(bytes: Uint8Array): Answer {
  const name = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
  return (request, response) => {
    response.writeHead(200, {
      etag: `"${name}"`,
      'x-repo-commit': COMMIT,
      'content-length': bytes.length,
    })
    response.end(request.method === 'HEAD' ? undefined : bytes)
  }
}

export interface TinyHub {
  /** Of which the digests are not known: the hub says them. */
  pack: PackDescriptor
  hub: FileServer
  close(): void
}

/** A hub of this machine that has the tiny model: small files in the repository, graphs on another server. */
export async function serveTinyModel(): Promise<TinyHub> {
  const names = readdirSync(TINY_MODEL)
  const files = new Map(names.map((name) => [name, readFileSync(join(TINY_MODEL, name))]))
  const graphs = names.filter((name) => name.endsWith('.onnx'))
  const store = await serveFiles(Object.fromEntries(graphs.map((name) => [`/${name}`, files.get(name)!])))
  const pathOf = (name: string): string => (graphs.includes(name) ? `onnx/${name}` : name)
  const answers = [...files].map(([name, bytes]): [string, Answer] => {
    const answer = graphs.includes(name)
      ? hubAnswer(`${store.url}/${name}`, { commit: COMMIT, sha256: digestOf(bytes), bytes: bytes.length })
      : blobAnswer(bytes)
    return [`/${REPOSITORY}/resolve/${COMMIT}/${pathOf(name)}`, answer]
  })
  const hub = await serveFiles(Object.fromEntries(answers))
  const pack: PackDescriptor = {
    id: 'tiny-captions',
    use: 'caption',
    version: '1',
    title: 'Tiny captions',
    licence: 'MIT',
    dataLicence: 'none: it was made, not trained',
    limits: 'It says the end of one sentence.',
    homepage: 'http://localhost',
    archive: null,
    files: [...files].map(([name, bytes]) => ({
      name,
      from: { kind: 'hub', repository: REPOSITORY, commit: COMMIT, path: pathOf(name) },
      bytes: bytes.length,
      sha256: null,
    })),
  }
  return {
    pack,
    hub,
    close() {
      hub.close()
      store.close()
    },
  }
}
