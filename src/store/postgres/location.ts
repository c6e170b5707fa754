import { failWith } from '../../contract/errors'
import { message } from '../../messages/message'

export interface PostgresLocation {
  /** `postgres://USER:PASSWORD@HOST:PORT/DATABASE`; the password may come from the environment or `~/.pgpass`. */
  readonly url: string
  /** The schema of the project's tables. */
  readonly schema: string
}

/** A project's schema where its URL names none. */
const DEFAULT_SCHEMA = 'deltascribe'

/** @param text a URL whose query may name a `schema`. @throws ContractError `invalid-input` */
export function postgresLocation(text: string): PostgresLocation {
  const url = URL.canParse(text) ? new URL(text) : null
  const schema = url?.searchParams.get('schema') ?? DEFAULT_SCHEMA
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol) || !/^[a-z][a-z0-9_]{0,50}$/.test(schema)) {
    throw failWith('invalid-input', message('store.noDatabaseUrl'))
  }
  url.searchParams.delete('schema')
  return { url: url.href, schema }
}
