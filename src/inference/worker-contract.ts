import { z } from 'zod'
import { act } from '../contract/define'
import { proposalSchema, providerNameSchema, providerReportSchema } from '../contract/proposal'
import { regionSchema } from '../domain/region'

/**
 * What the engine asks of an inference process: everything that decodes untrusted images or runs ONNX
 * Runtime. Paths are absolute and were checked by the engine. Nothing is repeatable: a process that died
 * costs the request it was at.
 */
const path = z.string().min(1)
const size = z.object({ width: z.int(), height: z.int() })
const frames = z.object({ before: path, after: path, provider: providerNameSchema })

export const workerCommands = {
  propose: act(
    frames,
    proposalSchema.omit({ id: true, pairId: true, madeAt: true }).extend({ width: z.int(), height: z.int() }),
  ),
  /** Writes the change evidence and the aligned before frame as PNG files. */
  evidence: act(frames.extend({ outDifference: path, outAligned: path }), z.null()),
  /**
   * Writes a PNG of at most `side` pixels on its long side; answers with the size of the source.
   * `partner` is the other frame of the pair: where samples have more than 8 bits, both get one range.
   */
  thumbnail: act(z.object({ source: path, partner: path, out: path, side: z.int().min(16).max(4096) }), size),
  /** Writes any readable image as an 8-bit PNG that a browser can show. */
  display: act(z.object({ source: path, partner: path, out: path }), size),
  /** Reads an existing mask as regions. `width` and `height` are what it must have. */
  label: act(z.object({ source: path, width: z.int(), height: z.int() }), z.array(regionSchema)),
  probe: act(z.object({ provider: providerNameSchema }), providerReportSchema),
}

export const workerContract = { commands: workerCommands, events: {} }
export type WorkerCommands = typeof workerCommands
