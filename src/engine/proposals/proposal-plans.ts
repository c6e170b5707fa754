import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { precisionSchema, providerNameSchema } from '../../contract/proposal'
import type { ProviderName } from '../../contract/proposal'
import { writeAtomically } from '../../dataset/atomic'
import type { PlanMemory, ProposalPlan } from './proposal-plan'

const FILE = 'proposal-plans.json'
/** A driver may change; then it is tried again. */
const REMEMBERED_MILLISECONDS = 30 * 86_400_000

const plansSchema = z
  .record(
    z.string(),
    z.object({
      provider: providerNameSchema,
      precision: precisionSchema.default('full'),
      atOnce: z.int().positive(),
      /** Milliseconds since 1970. */
      measuredAt: z.number(),
    }),
  )
  .catch({})

/** How proposals were made fastest on this machine, by device and model, in the user's folder. Never throws. */
export class ProposalPlans implements PlanMemory {
  /** @param deviceName by its driver; null where it gives none */
  constructor(
    private readonly userFolder: string,
    private readonly deviceName: (device: ProviderName) => string | null,
  ) {}

  read(proposer: string, device: ProviderName): ProposalPlan | null {
    const known = this.readAll()[this.keyOf(proposer, device)]
    const isKnown = known !== undefined && Date.now() - known.measuredAt < REMEMBERED_MILLISECONDS
    if (!isKnown) {
      return null
    }
    const { provider, precision, atOnce } = known
    return { provider, precision, atOnce }
  }

  write(proposer: string, device: ProviderName, { provider, precision, atOnce }: ProposalPlan): void {
    const own = { provider, precision, atOnce, measuredAt: Date.now() }
    const all = { ...this.readAll(), [this.keyOf(proposer, device)]: own }
    // without it the next trial is as this one
    void writeAtomically(join(this.userFolder, FILE), JSON.stringify(all)).catch(() => {})
  }

  private keyOf(proposer: string, device: ProviderName): string {
    return [device, this.deviceName(device) ?? 'unnamed', proposer].join(' / ')
  }

  private readAll(): Partial<z.infer<typeof plansSchema>> {
    try {
      return plansSchema.parse(JSON.parse(readFileSync(join(this.userFolder, FILE), 'utf8')))
    } catch {
      return {}
    }
  }
}
