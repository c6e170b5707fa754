import { z } from 'zod'
import { failWith } from '../contract/errors'
import { CARRIED_PROPOSER, proposalSchema } from '../contract/proposal'
import type { Proposal, ProposalSummary, ProviderName } from '../contract/proposal'
import { captionMaskScoreSchema, captionSchema, linkSchema, regionSchema } from '../domain/document'
import type { Caption, Region } from '../domain/document'
import { homographySchema } from '../domain/pair'
import { inTransaction } from './database'
import type { Database } from './database'
import { readJson, readNullableJson } from './json'
import { ProposalDistances } from './proposal-distances'
import { HAS_SUCCESSOR } from './unnamed-proposals'
import { damagedProblem } from './store-error'
import { message } from '../messages/message'

interface ProposalRecord {
  id: number
  pair_id: number
  made_at: number
  proposer: string
  version: string
  provider: ProviderName
  milliseconds: string
  score: number
  expected_iou: number | null
  alignment: string | null
  remarks: string
  agreement: string | null
  region_count: number
}

const COLUMNS =
  'id, pair_id, made_at, proposer, version, provider, milliseconds, score, expected_iou, alignment, remarks, agreement'
const SUMMARY_COLUMNS = `${COLUMNS}, CASE WHEN json_valid(regions) THEN json_array_length(regions) ELSE 0 END AS region_count`

export class ProposalTable {
  readonly distances: ProposalDistances
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
    this.distances = new ProposalDistances(database, (id) => this.get(id))
  }

  /**
   * Stores a proposal and gives its id to the regions and captions that come from it.
   * @param awaitsNames what was measured, as JSON, where names are to come
   * @param namesOf the one without names in whose place it comes
   */
  add(
    proposal: Omit<Proposal, 'id'>,
    { awaitsNames = null, namesOf = null }: { awaitsNames?: string | null; namesOf?: number | null } = {},
  ): Proposal {
    const row = this.database.prepare('SELECT coalesce(max(id), 0) + 1 AS id FROM proposals').get() as {
      id: number
    }
    const source = { kind: 'proposal', proposalId: row.id } as const
    const regions: Region[] = proposal.regions.map((region) => ({ ...region, source }))
    const captions: Caption[] = proposal.captions.map((caption) => ({ ...caption, source }))
    this.database
      .prepare(
        `INSERT INTO proposals (${COLUMNS}, regions, captions, links, awaits_names, names_of)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        row.id,
        proposal.pairId,
        proposal.madeAt,
        proposal.proposer,
        proposal.version,
        proposal.provider,
        JSON.stringify(proposal.milliseconds),
        proposal.score,
        proposal.expectedIou ?? null,
        proposal.alignment === null ? null : JSON.stringify(proposal.alignment),
        JSON.stringify(proposal.remarks),
        proposal.agreement === null ? null : JSON.stringify(proposal.agreement),
        JSON.stringify(regions),
        JSON.stringify(captions),
        JSON.stringify(proposal.links),
        awaitsNames,
        namesOf,
      )
    const stored = { ...proposal, id: row.id, regions, captions }
    this.distances.added(stored)
    return stored
  }

  /**
   * Deletes the proposals that the same proposer made for the pair before this one. For imported ones alone: no document
   * began from one. Where a person edited the pair, or a review of it, they stay, as its regions may come from one.
   */
  deleteEarlier({ id, pairId, proposer }: Proposal): void {
    this.database
      .prepare(
        `DELETE FROM proposals WHERE pair_id = ? AND proposer = ? AND id < ?
           AND NOT EXISTS (SELECT 1 FROM pairs WHERE (pairs.id = proposals.pair_id OR review_of = proposals.pair_id)
             AND (pairs.version > 0 OR base_proposal_id = proposals.id))`,
      )
      .run(pairId, proposer, id)
  }

  /** Deletes regions that were carried to a pair. Returns that pair. @throws ContractError `not-found`, `conflict` */
  takeBack(proposalId: number): number {
    return inTransaction(this.database, () => {
      const { proposer, pairId } = this.get(proposalId) ?? {}
      if (proposer !== CARRIED_PROPOSER || pairId === undefined) {
        throw failWith('not-found', message('proposals.missing', { id: proposalId }))
      }
      const taken = this.database
        .prepare(
          `SELECT 1 FROM events WHERE instr(diff, ?1) > 0
             AND pair_id IN (SELECT id FROM pairs WHERE id = ?2 OR review_of = ?2) LIMIT 1`,
        )
        .get(`"proposalId":${proposalId}}`, pairId)
      if (taken !== undefined) {
        throw failWith('conflict', message('sequences.taken')) // also if undone: redo brings them again
      }
      this.database.prepare('DELETE FROM proposals WHERE id = ?').run(proposalId)
      this.distances.removed(pairId, proposer)
      return pairId
    })
  }

  /** Names of all that have proposed. */
  proposers(): string[] {
    const rows = this.database.prepare('SELECT DISTINCT proposer FROM proposals').all() as {
      proposer: string
    }[]
    return rows.map(({ proposer }) => proposer)
  }

  /** Ids of the pairs that have a proposal of this proposer. */
  pairsOf(proposer: string): Set<number> {
    const rows = this.database
      .prepare('SELECT DISTINCT pair_id AS id FROM proposals WHERE proposer = ?')
      .all(proposer) as { id: number }[]
    return new Set(rows.map(({ id }) => id))
  }

  /**
   * Newest first, but for those whose rows are damaged. One that got names afterwards stands in the place of the one
   * without, which is listed where the pair began from it.
   */
  ofPair(pairId: number): ProposalSummary[] {
    const records = this.database
      .prepare(
        `SELECT ${SUMMARY_COLUMNS} FROM proposals WHERE pair_id = ?1
           AND (NOT ${HAS_SUCCESSOR} OR id = (SELECT base_proposal_id FROM pairs WHERE pairs.id = ?1))
         ORDER BY coalesce(names_of, id) DESC, id DESC`,
      )
      .all(pairId) as ProposalRecord[]
    return records.flatMap((record) => {
      try {
        return [readSummary(record)]
      } catch (error) {
        damagedProblem(error)
        return []
      }
    })
  }

  /** The id of the newest one, or of the newest one of a pair, whoever made it; 0 where there is none. */
  newest(pairId: number | null = null): number {
    const row = this.database
      .prepare(
        `SELECT coalesce(max(id), 0) AS id FROM proposals ${pairId === null ? '' : 'WHERE pair_id = ?'}`,
      )
      .get(...(pairId === null ? [] : [pairId])) as { id: number }
    return row.id
  }

  /** The first that the same proposer of the same version made after another one; null where there is none. */
  madeAfter(since: number, { pairId, proposer, version }: Omit<Proposal, 'id'>): Proposal | null {
    const row = this.database
      .prepare(
        `SELECT min(id) AS id FROM proposals
           WHERE pair_id = ? AND proposer = ? AND version = ? AND coalesce(names_of, id) > ?`,
      )
      .get(pairId, proposer, version, since) as { id: number | null }
    return row.id === null ? null : this.get(row.id)
  }

  /** Whether a proposer has made one after another one. */
  isMadeAfter(since: number, { pairId, proposer }: { pairId: number; proposer: string }): boolean {
    const found = this.database
      .prepare(
        'SELECT 1 FROM proposals WHERE pair_id = ? AND proposer = ? AND coalesce(names_of, id) > ? LIMIT 1',
      )
      .get(pairId, proposer, since)
    return found !== undefined
  }

  get(id: number): Proposal | null {
    const record = this.database
      .prepare(`SELECT ${SUMMARY_COLUMNS}, regions, captions, links FROM proposals WHERE id = ?`)
      .get(id) as (ProposalRecord & { regions: string; captions: string; links: string }) | undefined
    if (record === undefined) {
      return null
    }
    const { regionCount: _regionCount, ...summary } = readSummary(record)
    return {
      ...summary,
      regions: readJson(z.array(regionSchema), record.regions, 'proposal'),
      captions: readJson(z.array(captionSchema), record.captions, 'proposal'),
      links: readJson(z.array(linkSchema), record.links, 'proposal'),
    }
  }
}

/** Stands for one that was made elsewhere: what it held is not known here. */
export function emptyProposal(
  pairId: number,
  { proposer, version }: { proposer: string; version: string },
): Omit<Proposal, 'id'> {
  return {
    pairId,
    madeAt: 0,
    proposer,
    version,
    provider: 'cpu',
    milliseconds: {},
    score: 0,
    alignment: null,
    remarks: ['Made where the data set comes from.'],
    regions: [],
    captions: [],
    links: [],
    agreement: null,
  }
}

function readSummary(record: ProposalRecord): ProposalSummary {
  const { id, proposer, version, provider, score, expected_iou: expectedIou } = record
  return {
    id,
    proposer,
    version,
    provider,
    score,
    ...(expectedIou === null ? {} : { expectedIou }),
    pairId: record.pair_id,
    madeAt: record.made_at,
    milliseconds: readJson(proposalSchema.shape.milliseconds, record.milliseconds, 'proposal'),
    alignment: readNullableJson(homographySchema, record.alignment, 'alignment'),
    remarks: readJson(proposalSchema.shape.remarks, record.remarks, 'proposal'),
    agreement: readNullableJson(captionMaskScoreSchema, record.agreement, 'proposal'),
    regionCount: record.region_count,
  }
}
