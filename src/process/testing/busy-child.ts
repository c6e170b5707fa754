import { parentPort } from '../parent-port'

/** For tests: a process that answers once, and then computes for ever. */
const port = parentPort()
port.onMessage(() => {
  port.post(process.pid)
  for (;;) {
    // as a run inside native code would: no event gets its turn
  }
})
