import { serverPrograms, startTestServer } from '../../src/store/postgres/testing-server'

/** Before the store's tests run on PostgreSQL: one server for all of them, which is stopped after them. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const programs = serverPrograms()
  if (programs === null) {
    return undefined
  }
  const server = await startTestServer(programs)
  process.env['DELTASCRIBE_TEST_DATABASE'] = server.url
  return () => server.stop()
}
