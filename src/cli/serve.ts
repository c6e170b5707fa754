import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { failWith } from '../contract/errors'
import { appPaths, userFolder } from '../engine/user-folder'
import { serveOverHttp } from '../engine/serve'
import { EXIT_CODES, remark, runCommand, print, printJson } from './output'

/** `deltascribe serve [DIR]`: the app in a browser on this machine. */
export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('Serve the app on loopback and print an address that works once')
    .argument('[dir]', 'folder of image pairs to open')
    .option('--port <n>', 'a port of your choice', port, 0)
    .option('--json', 'print one JSON document, then serve')
    .action((dir: string | undefined, options: { port: number; json?: boolean }) =>
      runCommand(async () => {
        const { page, sample, models, detector, version } = appPaths()
        if (!existsSync(page)) {
          throw failWith('unavailable', 'The page is not built. Run "npm run build" first.')
        }
        const serverFailed = new AbortController()
        const served = await serveOverHttp({
          folder: dir ?? null,
          userFolder: userFolder(),
          sampleFolder: sample,
          modelsFolder: models,
          detectorFolder: detector,
          pageFolder: page,
          version,
          port: options.port,
          onSilent: (message) => remark(`deltascribe: ${message}`),
          onGivenUp(message) {
            remark(`deltascribe: ${message}`)
            serverFailed.abort()
          },
        })
        if (options.json === true) {
          printJson({ url: served.url, enginePid: served.enginePid() })
        } else {
          print(`Deltascribe is at ${served.url}`)
          print('The address works once, in one browser on this machine. Ctrl+C ends the server.')
        }
        if (!serverFailed.signal.aborted) {
          await Promise.race([
            once(process, 'SIGINT'),
            once(process, 'SIGTERM'),
            once(process, 'SIGHUP'),
            once(serverFailed.signal, 'abort'),
          ])
        }
        served.close()
        return serverFailed.signal.aborted ? EXIT_CODES.failed : EXIT_CODES.fine
      }),
    )
}

function port(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0 || value > 65_535) {
    throw new InvalidArgumentError('It must be a port number.')
  }
  return value
}
