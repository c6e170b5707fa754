import pLimit from 'p-limit'
import { createClient } from '../contract/client'
import type { Client } from '../contract/client'
import type { Input, Output } from '../contract/define'
import { ContractError, failWith } from '../contract/errors'
import { workerContract } from '../inference/worker-contract'
import type { WorkerCommands } from '../inference/worker-contract'
import type { HostedProcess, ProcessHost, StartOptions } from '../process/process-host'

type WorkerClient = Client<WorkerCommands, Record<never, never>>

interface Worker {
  hosted: HostedProcess
  client: WorkerClient
  requests: number
  /** Why it was killed; null where it was not, or not by us. */
  killedFor: ContractError | null
}

/** ONNX Runtime and the decoders keep memory; a fresh process now and then gives it back. */
const REQUESTS_PER_PROCESS = 2000

/**
 * One inference process, one request at a time. It is started when first needed, killed when a request
 * takes too long or its signal is aborted, and started again for the next one: a crash costs one request.
 */
export class WorkerLane {
  private readonly host: ProcessHost
  private readonly options: StartOptions
  private worker: Worker | null = null
  private readonly inTurn = pLimit(1)
  private isDisposed = false

  constructor(host: ProcessHost, options: StartOptions = {}) {
    this.host = host
    this.options = options
  }

  /** @throws ContractError `unavailable` after a crash or `milliseconds`; `cancelled` after `signal` or `kill`. */
  call<N extends keyof WorkerCommands & string>(
    command: N,
    input: Input<WorkerCommands, N>,
    { milliseconds, signal }: { milliseconds: number; signal?: AbortSignal },
  ): Promise<Output<WorkerCommands, N>> {
    return this.inTurn(() => this.run(command, input, milliseconds, signal))
  }

  dispose(): void {
    this.isDisposed = true
    this.kill()
  }

  /** Ends the process at once; the request it is at is cancelled, the next one starts a new process. */
  kill(reason = 'Cancelled.'): void {
    this.end(failWith('cancelled', reason))
  }

  private end(reason: ContractError): void {
    if (this.worker === null) {
      return
    }
    this.worker.killedFor = reason
    this.worker.hosted.kill()
    this.worker = null
  }

  private async run<N extends keyof WorkerCommands & string>(
    command: N,
    input: Input<WorkerCommands, N>,
    milliseconds: number,
    signal: AbortSignal | undefined,
  ): Promise<Output<WorkerCommands, N>> {
    this.requireNotAborted(signal)
    const worker = await this.started()
    this.requireNotAborted(signal)
    worker.requests += 1
    const timer = setTimeout(
      () =>
        this.end(
          failWith(
            'unavailable',
            `It took longer than ${Math.round(milliseconds / 1000)} s and was stopped.`,
          ),
        ),
      milliseconds,
    )
    const abort = (): void => this.kill()
    signal?.addEventListener('abort', abort)
    try {
      return await worker.client.call(command, input)
    } catch (error) {
      if (error instanceof ContractError && error.failure.code === 'disconnected') {
        // its end may be told later than its port's
        this.worker = this.worker === worker ? null : this.worker
        throw (
          worker.killedFor ??
          failWith('unavailable', 'The inference process stopped unexpectedly and was restarted.')
        )
      }
      throw error
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      if (worker.requests >= REQUESTS_PER_PROCESS && this.worker === worker) {
        this.kill()
      }
    }
  }

  /** @throws ContractError `cancelled` */
  private requireNotAborted(signal: AbortSignal | undefined): void {
    if (this.isDisposed) {
      this.kill()
    }
    if (this.isDisposed || signal?.aborted === true) {
      throw failWith('cancelled', 'Cancelled.')
    }
  }

  private async started(): Promise<Worker> {
    // its port can be gone before its end is told
    if (this.worker?.client.isConnected() !== true) {
      const hosted = await this.host.start('inference', this.options)
      const client: WorkerClient = createClient(workerContract)
      client.connect(hosted.port)
      const worker: Worker = { hosted, client, requests: 0, killedFor: null }
      hosted.onExit(() => {
        if (this.worker === worker) {
          this.worker = null
        }
      })
      this.worker = worker
    }
    return this.worker
  }
}
