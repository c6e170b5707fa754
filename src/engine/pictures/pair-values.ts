import { message } from '../../messages/message'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { failWith } from '../../contract/errors'
import { valueFactsSchema } from '../../contract/value-facts'
import type { ValueFacts } from '../../contract/value-facts'
import type { OpenProject } from '../project/open-project'
import { browserType, exists } from './picture-files'
import type { LocatedPicture, Source } from './picture-files'
import { getProjectMapping } from '../project/project-mapping'
import type { InferenceLane } from '../lanes/inference-lane'

const MILLISECONDS = 120_000

/** Facts and previews of the values of pairs, made once and kept in the cache. */
export class PairValues {
  constructor(
    private readonly project: OpenProject,
    private readonly lane: InferenceLane,
    /** Makes a file in its turn; askers of one path share the work. */
    private readonly inTurn: (path: string, make: () => Promise<void>) => Promise<void>,
  ) {}

  /** @throws ContractError `bad-image` */
  async facts(pairId: number, before: Source, after: Source): Promise<ValueFacts> {
    // what a browser shows by itself has 8 bits: it is not read for this
    if ((await browserType(before.path)) !== null && (await browserType(after.path)) !== null) {
      return { depth: null, bands: null }
    }
    const files = this.filesOf(pairId, before, after)
    await this.make(files, before, after)
    return valueFactsSchema.parse(JSON.parse(await readFile(files.facts, 'utf8')))
  }

  /** @throws ContractError `bad-image`; `not-found` for a frame of 8 bits, and where there is no preview */
  async preview(
    pairId: number,
    before: Source,
    after: Source,
    kind: 'before-values' | 'after-values',
  ): Promise<LocatedPicture> {
    const { depth } = await this.facts(pairId, before, after)
    const isDeep = depth?.frames[kind === 'before-values' ? 'before' : 'after'] === true
    if (!isDeep || !depth.hasPreviews) {
      throw failWith('not-found', message('problems.noDeepValues'))
    }
    return { path: this.filesOf(pairId, before, after)[kind], mimeType: 'application/octet-stream' }
  }

  private filesOf(pairId: number, before: Source, after: Source): Files {
    const bands = getProjectMapping(this.project.store.meta).bands?.join('.') ?? 'default'
    const name = (what: string): string =>
      join(this.project.cacheFolder, `${pairId}-${what}-${before.stamp}-${after.stamp}-b${bands}`)
    return {
      facts: `${name('values')}.json`,
      'before-values': `${name('before-values')}.bin`,
      'after-values': `${name('after-values')}.bin`,
    }
  }

  private async make(files: Files, before: Source, after: Source): Promise<void> {
    const isMade = async (): Promise<boolean> =>
      (await exists(files.facts)) &&
      (await exists(files['before-values'])) &&
      (await exists(files['after-values']))
    if (await isMade()) {
      return
    }
    await this.inTurn(files.facts, async () => {
      // with another one, while it waited
      if (await isMade()) {
        return
      }
      await mkdir(this.project.cacheFolder, { recursive: true })
      const [outBefore, outAfter] = [files['before-values'], files['after-values']]
      const { bands } = getProjectMapping(this.project.store.meta)
      const input = { before: before.path, after: after.path, bands }
      const facts = await this.lane.call(
        'values',
        { ...input, outBefore: `${outBefore}.part`, outAfter: `${outAfter}.part` },
        { milliseconds: MILLISECONDS },
      )
      await rename(`${outBefore}.part`, outBefore)
      await rename(`${outAfter}.part`, outAfter)
      // the facts come last: where they are, the rest is
      await writeFile(`${files.facts}.part`, JSON.stringify(facts))
      await rename(`${files.facts}.part`, files.facts)
    })
  }
}

type Files = Record<'facts' | 'before-values' | 'after-values', string>
