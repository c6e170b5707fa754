import { once } from 'node:events'
import { postgresLocation } from './postgres/location'
import { openPostgres } from './postgres/postgres-database'
import { ProjectStore } from './project-store'

/** `testing-claims URL NAME PAIRS`: says `ready`, and once told to, takes pair after pair, rejects each, and prints it. */
const [url = '', name = '', pairs = ''] = process.argv.slice(2)
const store = new ProjectStore(openPostgres({ ...postgresLocation(url), schema: 'race' }))
const pairIds = Array.from({ length: Number(pairs) }, (_, number) => number + 1)
console.log('ready')
await once(process.stdin, 'data')
const page = { holder: `page-of-${name}`, name }
for (
  let pairId = store.claims.takeFirst(pairIds, page, 60_000, true);
  pairId !== null;
  pairId = store.claims.takeFirst(pairIds, page, 60_000, true)
) {
  store.decide(pairId, 'reject', {
    eventId: `${name}-${pairId}`,
    reviewer: name,
    milliseconds: 0,
    madeOn: { version: 0, ownEdits: [] },
  })
  console.log(pairId)
}
store.claims.release(page.holder)
store.close()
process.stdin.destroy()
