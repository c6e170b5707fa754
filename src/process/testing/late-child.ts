import { setTimeout } from 'node:timers/promises'
import { parentPort } from '../parent-port'

// a program of ours that is loaded only once its parent is gone, and would live for ever
while (process.connected) {
  await setTimeout(10)
}
setInterval(() => undefined, 1000)
parentPort()
