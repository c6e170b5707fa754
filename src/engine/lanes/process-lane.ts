import pLimit from 'p-limit'
import { createClient } from '../../contract/client'
import type { Client } from '../../contract/client'
import type { Commands, Contract, Events, Input, Output } from '../../contract/define'
import { ContractError, failWith } from '../../contract/errors'
import type { HostedProcess, ProcessHost, ProgramName, StartOptions } from '../../process/process-host'
import { message } from '../../messages/message'
import type { MessageText } from '../../messages/message'

interface Running<C extends Commands, E extends Events> {
  hosted: HostedProcess
  client: Client<C, E>
  requests: number
  /** Why it was killed; null where it was not, or not by us. */
  killedFor: ContractError | null
}

interface LaneOptions<C extends Commands, E extends Events> {
  host: ProcessHost
  program: ProgramName
  contract: Contract<C, E>
  start: StartOptions
  /** Whenever a process was started. */
  onStart?(client: Client<C, E>): void
}

interface Limits {
  milliseconds: number
  signal?: AbortSignal | undefined
}

/** ONNX Runtime and the decoders keep memory; a fresh process now and then gives it back. */
const REQUESTS_PER_PROCESS = 2000

/**
 * One process of a program, one request at a time. It is started when first needed, killed when a request
 * takes too long or its signal is aborted, and started again for the next one: a crash costs one request.
 */
export class ProcessLane<C extends Commands, E extends Events> {
  private running: Running<C, E> | null = null
  private readonly inTurn = pLimit(1)
  private isDisposed = false
  /** Processes that ended by themselves at a request. */
  crashes = 0

  constructor(private readonly options: LaneOptions<C, E>) {}

  /** @throws ContractError `unavailable` after a crash or `milliseconds`; `cancelled` after `signal` or `kill`. */
  call<N extends keyof C & string>(command: N, input: Input<C, N>, limits: Limits): Promise<Output<C, N>> {
    return this.inTurn(() => this.run(command, input, limits))
  }

  dispose(): void {
    this.isDisposed = true
    this.kill()
  }

  /** Ends the process at once; the request it is at is cancelled, the next one starts a new process. */
  kill(reason: MessageText = message('engine.cancelled')): void {
    this.end(failWith('cancelled', reason))
  }

  private end(reason: ContractError): void {
    if (this.running === null) {
      return
    }
    this.running.killedFor = reason
    this.running.hosted.kill()
    this.running = null
  }

  private async run<N extends keyof C & string>(
    command: N,
    input: Input<C, N>,
    { milliseconds, signal }: Limits,
  ): Promise<Output<C, N>> {
    this.requireNotAborted(signal)
    const running = await this.started()
    this.requireNotAborted(signal)
    running.requests += 1
    const timer = setTimeout(
      () =>
        this.end(
          failWith(
            'unavailable',
            message('engine.tookTooLong', { seconds: Math.round(milliseconds / 1000) }),
          ),
        ),
      milliseconds,
    )
    const abort = (): void => this.kill()
    signal?.addEventListener('abort', abort)
    try {
      return await running.client.call(command, input)
    } catch (error) {
      if (error instanceof ContractError && error.failure.code === 'disconnected') {
        // its end may be told later than its port's
        this.running = this.running === running ? null : this.running
        this.crashes += running.killedFor === null ? 1 : 0
        const text = message('engine.processStopped', { program: this.options.program })
        throw running.killedFor ?? failWith('unavailable', text)
      }
      throw error
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      if (running.requests >= REQUESTS_PER_PROCESS && this.running === running) {
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
      throw failWith('cancelled', message('engine.cancelled'))
    }
  }

  private async started(): Promise<Running<C, E>> {
    // its port can be gone before its end is told
    if (this.running?.client.isConnected() !== true) {
      const { host, program, contract, start, onStart } = this.options
      const hosted = await host.start(program, start)
      const client = createClient(contract)
      client.connect(hosted.port)
      onStart?.(client)
      const running: Running<C, E> = { hosted, client, requests: 0, killedFor: null }
      hosted.onExit(() => {
        if (this.running === running) {
          this.running = null
        }
      })
      this.running = running
    }
    return this.running
  }
}
