import { parentPort } from '../parent-port'

/** For tests: a process that answers once, and then computes for ever. `MOST_BYTES` is what it may hold. */
const most = process.env['MOST_BYTES']
const port = parentPort(most === undefined ? null : Number(most))
port.onMessage(() => {
  port.post(process.pid)
  for (;;) {
    // as a run inside native code would: no event gets its turn
  }
})
