import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { failWith } from '../contract/errors'

/** Of scrypt (RFC 7914). `cost` is the logarithm of N. */
interface Parameters {
  readonly cost: number
  readonly blockSize: number
  readonly parallel: number
}

/** One of OWASP's equal choices (Password Storage Cheat Sheet): 32 MiB a password. */
const PRESENT: Parameters = { cost: 15, blockSize: 8, parallel: 3 }
/** More than any parameters need: a row that was tampered with takes no more. Bytes. */
const MOST_MEMORY = 256 * 2 ** 20

/** NIST SP 800-63B asks for 8 at least; characters. */
const LEAST_CHARACTERS = 10
const MOST_CHARACTERS = 1000

const [SALT_BYTES, HASH_BYTES] = [16, 32]

/** @throws ContractError `invalid-input`, with what a password needs */
export function requireGoodPassword(password: string): void {
  const length = Array.from(password).length
  if (length < LEAST_CHARACTERS || length > MOST_CHARACTERS) {
    throw failWith('invalid-input', `A password has at least ${LEAST_CHARACTERS} characters.`)
  }
}

/** For the database: `scrypt:15:8:3:SALT:HASH`, both in base64url. */
export async function hashPassword(password: string, parameters = PRESENT): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password, salt, parameters)
  const { cost, blockSize, parallel } = parameters
  return ['scrypt', cost, blockSize, parallel, salt.toString('base64url'), hash.toString('base64url')].join(
    ':',
  )
}

/** @param stored null where there is no such person: that takes the same time, and is false */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const known = stored === null ? null : parsed(stored)
  const { parameters, salt, hash } = known ?? {
    parameters: PRESENT,
    salt: randomBytes(SALT_BYTES),
    hash: randomBytes(HASH_BYTES),
  }
  const given = await derive(password, salt, parameters)
  return given.length === hash.length && timingSafeEqual(given, hash) && known !== null
}

/** Null for what is no stored password. */
function parsed(stored: string): { parameters: Parameters; salt: Buffer; hash: Buffer } | null {
  const [, cost, blockSize, parallel, salt, hash] =
    /^scrypt:(\d{1,2}):(\d{1,2}):(\d{1,2}):([\w-]+):([\w-]+)$/.exec(stored) ?? []
  return hash === undefined
    ? null
    : {
        parameters: { cost: Number(cost), blockSize: Number(blockSize), parallel: Number(parallel) },
        salt: Buffer.from(salt, 'base64url'),
        hash: Buffer.from(hash, 'base64url'),
      }
}

/** On a thread of Node's pool. The same letters in another form of Unicode are the same password. */
function derive(password: string, salt: Buffer, { cost, blockSize, parallel }: Parameters): Promise<Buffer> {
  const options = { N: 2 ** cost, r: blockSize, p: parallel, maxmem: MOST_MEMORY }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, hash) =>
      error === null ? resolve(hash) : reject(error),
    )
  })
}
