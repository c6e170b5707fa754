import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addPeople, serveTeam } from '../src/engine/testing-team'
import { makePairFolder } from '../src/images/testing'
import { WorkerTokens } from '../src/queue/worker-tokens'
import { serverPrograms, startTestServer } from '../src/store/postgres/testing-server'
import { Machines, whyNoMachines } from './workers/machines'
import { askForAll, proposalRate } from './workers/proposing'

/**
 * 1, 2 and 4 workers of one lane, each on a machine of its own (a network namespace) that has no file of the project:
 * the database over TCP, images over TLS from the team's server by a token. Proposals a second, beside workers at the
 * same number of processes here, which read the folder and reach the database by a socket.
 */
const PAIRS = 60
const WORKERS = [1, 2, 4]

const programs = serverPrograms()
const reason = programs === null ? 'it needs a PostgreSQL server of Debian, 15 or later' : whyNoMachines()
if (programs === null || reason !== null) {
  console.log(`Skipped: ${reason}.`)
  process.exit(0)
}
const scratch = mkdtempSync(join(tmpdir(), 'deltascribe-bench-'))
const machines = new Machines(Math.max(...WORKERS))
const { hostAddress: address, network } = machines
const server = await startTestServer(programs, { address, clients: network })
try {
  const folder = join(scratch, 'pairs')
  await makePairFolder(folder, { count: PAIRS, width: 512, height: 384, layout: 'a-b' })
  for (const count of WORKERS) {
    const here = await measureHere(folder, count)
    const apart = await measureApart(folder, count)
    console.log(
      `${count} workers: apart ${apart.toFixed(2)} proposals/s, here ${here.toFixed(2)}, apart / here ${(apart / here).toFixed(2)}`,
    )
  }
} finally {
  await server.stop()
  machines.remove()
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
}

function homeOf(name: string): string {
  const home = join(scratch, name)
  mkdirSync(home, { recursive: true })
  return home
}

async function measureHere(folder: string, count: number): Promise<number> {
  const place = `${server.url}&schema=here${count}`
  const asked = await askForAll(folder, place, homeOf('user'))
  const workers = Array.from({ length: count }, () => ({ home: homeOf('user') }))
  return proposalRate(place, asked, workers)
}

async function measureApart(folder: string, count: number): Promise<number> {
  const place = `${server.networkUrl}&schema=apart${count}`
  const { database } = await addPeople(place, { Olga: 'owner' })
  const token = await new WorkerTokens(database, place).add('machines')
  await database.close()
  const home = homeOf('served')
  writeFileSync(join(home, 'index.html'), '')
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ proposeAhead: false, provider: 'cpu' }))
  const asked = await askForAll(folder, place, homeOf('user'))
  const { tls, certificate } = madeCertificate()
  const served = await serveTeam(home, folder, place, {
    listen: address,
    hosts: [address],
    secured: 'tls',
    tls,
  })
  try {
    const workers = Array.from({ length: count }, (_, index) => ({
      home: homeOf(`machine${index}`),
      prefix: machines.at(index),
      options: ['--server', new URL(served.url).origin],
      env: { NODE_EXTRA_CA_CERTS: certificate, DELTASCRIBE_WORKER_TOKEN: token },
    }))
    return await proposalRate(place, asked, workers)
  } finally {
    served.close()
  }
}

/** For the address of this machine in their network. */
function madeCertificate(): { tls: { certificate: Buffer; key: Buffer }; certificate: string } {
  const [certificate, key] = ['certificate.pem', 'key.pem'].map((name) => join(scratch, name))
  const subject = ['-subj', `/CN=${address}`, '-addext', `subjectAltName=IP:${address}`]
  const wanted = ['-x509', '-nodes', '-days', '1', ...subject, '-newkey', 'rsa:2048']
  execFileSync('openssl', ['req', ...wanted, '-keyout', key, '-out', certificate], { stdio: 'pipe' })
  return { tls: { certificate: readFileSync(certificate), key: readFileSync(key) }, certificate }
}
