import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ContractError } from '../contract/errors'
import type { Proposal } from '../contract/proposal'
import type { Caption, Region } from '../domain/document'
import type { Diff } from '../domain/diff'
import { decodeRle, emptyRle, encodeRle } from '../mask/rle'
import type { Rle } from '../mask/rle'
import { PROJECT } from './migrations'
import type { FoundPair } from './put-aside'
import { ProjectStore } from './project-store'
import { StoreError } from './store-error'
import { FILE_ONLY, isInDatabase, openTestStore } from './testing'

const everything = { states: null, search: '', hasProblem: null }
let folder = ''
let store: ProjectStore

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-store-'))
  store = openTestStore(folder)
  store.pairs.synchronise(['p1', 'p2', 'p10'].map(found))
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

function found(key: string): FoundPair {
  return { key, split: null, before: `A/${key}.png`, after: `B/${key}.png`, label: null, caption: null }
}

/** Pairs whose after images lie in another folder. */
function foundWith(second: string): FoundPair[] {
  return ['p1', 'p2'].map((key) => ({ ...found(key), after: `${second}/${key}.png` }))
}

function reopen(): void {
  store.close()
  store = openTestStore(folder)
}

function square(x: number): Rle {
  const data = new Uint8Array(64)
  data[x] = 1
  return encodeRle({ width: 8, height: 8, data })
}

function region(id: string, mask: Rle): Region {
  return {
    id,
    category: 'change',
    status: 'proposed',
    mask,
    beforeMask: null,
    source: { kind: 'person' },
    score: null,
  }
}

function propose(
  pairId: number,
  regions: Region[],
  more: Partial<Pick<Proposal, 'links' | 'agreement'>> = {},
): Proposal {
  const proposal = {
    pairId,
    madeAt: 1,
    proposer: 'difference',
    version: '1',
    provider: 'cpu' as const,
    milliseconds: { total: 5 },
    score: 0.9,
    alignment: null,
    remarks: [],
    regions,
    captions: [
      {
        id: 'c',
        text: 'Something appeared.',
        rank: 0,
        source: { kind: 'person' as const },
        logProbability: null,
      },
    ],
    links: [],
    agreement: null,
    ...more,
  }
  return store.addProposal(proposal, { isOffer: false })
}

const addNote: Diff = [{ type: 'review.set', from: { notes: '' }, to: { notes: 'look again' } }]

describe('S: the project store', () => {
  test('S1: an edit is there after the store is closed and opened again', () => {
    store.edit(1, 'event-001', 'Notes edited', addNote, 'ann')
    reopen()
    expect(store.open(1)).toMatchObject({
      version: 1,
      undoLabel: 'Notes edited',
      document: { review: { notes: 'look again' } },
    })
  })

  test('S2: the same edit sent twice counts once', () => {
    const first = store.edit(1, 'event-001', 'Notes edited', addNote, 'ann')
    expect(store.edit(1, 'event-001', 'Notes edited', addNote, 'ann')).toEqual(first)
    expect(store.history(1)).toHaveLength(1)
  })

  test('S3: undo and redo go through any number of edits, across restarts', () => {
    const masks = [square(0), square(9), square(63)]
    store.edit(
      1,
      'event-add',
      'New region',
      [{ type: 'region.add', region: region('r', emptyRle(8, 8)), index: 0 }],
      '',
    )
    masks.forEach((flip, index) => {
      store.edit(
        1,
        `event-00${index}`,
        'Brush stroke',
        [{ type: 'region.mask', regionId: 'r', frame: 'after', flip }],
        '',
      )
    })
    const painted = store.open(1).document
    reopen()
    for (let step = 0; step < 4; step += 1) {
      store.undo(1, `undo-000${step}`, '')
    }
    expect(store.open(1).document.regions).toEqual([])
    expect(store.open(1).redoLabel).toBe('New region')
    reopen()
    for (let step = 0; step < 4; step += 1) {
      store.redo(1, `redo-000${step}`, '')
    }
    expect(store.open(1).document).toEqual(painted)
    expect([...decodeRle(painted.regions[0].mask).data].filter((bit) => bit === 1)).toHaveLength(3)
  })

  test('S4: a new edit after an undo ends what could be redone', () => {
    store.edit(1, 'event-001', 'Notes edited', addNote, '')
    store.undo(1, 'undo-0001', '')
    store.edit(1, 'event-002', 'Notes edited', addNote, '')
    expect(store.open(1).redoLabel).toBeNull()
    expect(() => store.redo(1, 'redo-0001', '')).toThrow('There is nothing to redo.')
    expect(store.history(1).map(({ isUndone }) => isUndone)).toEqual([true, false, false])
  })

  test('S5: a proposal becomes the document of an untouched pair only', () => {
    propose(1, [region('a', square(1))])
    expect(store.open(1).document.regions.map(({ id }) => id)).toEqual(['a'])
    store.edit(1, 'event-001', 'Notes edited', addNote, '')
    propose(1, [region('b', square(2))])
    expect(store.open(1).document.regions.map(({ id }) => id)).toEqual(['a'])
    expect(store.proposals.ofPair(1)).toHaveLength(2)
  })

  test('S5: who saw one proposal does not act on another that came since', () => {
    propose(1, [region('a', square(1))])
    const seen = store.open(1).baseProposalId
    store.requireCurrentProposal(1, seen)
    propose(1, [region('a', square(2))])
    expect(() => store.requireCurrentProposal(1, seen)).toThrow('Another proposal has come')
    expect(() => store.requireCurrentProposal(1, null)).toThrow('Another proposal has come')
    store.requireCurrentProposal(1, undefined)
    store.requireCurrentProposal(1, store.open(1).baseProposalId)
    store.edit(1, 'event-001', 'Notes edited', addNote, '')
    store.requireCurrentProposal(1, seen)
  })

  test('S6: accepting says whether anything was corrected, and accepts what was not rejected', () => {
    propose(1, [region('a', square(1)), region('b', square(2))])
    propose(2, [region('a', square(1))])
    const decision = { reviewer: 'ann', milliseconds: 2000 }
    store.decide(1, 'accept', { eventId: 'decide-01', ...decision })
    expect(store.open(1).document).toMatchObject({
      review: { state: 'accepted', reviewer: 'ann' },
      regions: [{ status: 'accepted' }, { status: 'accepted' }],
    })
    store.edit(
      2,
      'event-001',
      'Brush stroke',
      [{ type: 'region.mask', regionId: 'a', frame: 'after', flip: square(5) }],
      '',
    )
    store.decide(2, 'accept', { eventId: 'decide-02', ...decision })
    expect(store.open(2).document.review.state).toBe('corrected')
    expect(store.pairs.counts()).toMatchObject({ accepted: 1, corrected: 1, unreviewed: 1 })
  })

  test('S6: a pair of which nothing was said yet, or whose files are bad, is not accepted', () => {
    const decision = { reviewer: null, milliseconds: 0 }
    const accept = (): unknown => store.decide(1, 'accept', { eventId: 'decide-01', ...decision })
    expect(accept).toThrow('There is no proposal for')
    expect(store.open(1).document.review.state).toBe('unreviewed')
    propose(1, [])
    store.pairs.setProblem(1, { code: 'missing', message: 'a.png is not there', path: 'a.png' })
    expect(accept).toThrow('a.png is not there')
    store.pairs.setProblem(1, null)
    accept()
    expect(store.open(1).document.review.state).toBe('accepted')
  })

  test('S6: a caption that was begun and left empty is no correction', () => {
    propose(1, [region('a', square(1))])
    const caption: Caption = {
      id: 'begun',
      text: '',
      rank: 9,
      source: { kind: 'person' },
      logProbability: null,
    }
    store.edit(1, 'event-001', 'Caption added', [{ type: 'caption.add', caption, index: 1 }], '')
    store.decide(1, 'accept', { eventId: 'decide-01', reviewer: null, milliseconds: 0 })
    expect(store.open(1).document.review.state).toBe('accepted')
  })

  test('S6: the proposal that a document began from is told apart from later ones', () => {
    propose(1, [region('a', square(1))])
    const { baseProposalId } = store.open(1)
    store.edit(1, 'event-001', 'Notes edited', addNote, '')
    propose(1, [region('b', square(2))])
    const { proposal, baseProposalId: still } = store.open(1)
    expect(still).toBe(baseProposalId)
    expect(proposal?.id).not.toBe(baseProposalId)
  })

  test('S7: an edit that does not fit is refused and leaves nothing behind', () => {
    const edit = (diff: Diff) => () => store.edit(1, 'event-001', 'Brush stroke', diff, '')
    expect(edit([{ type: 'region.mask', regionId: 'ghost', frame: 'after', flip: square(1) }])).toThrow(
      ContractError,
    )
    const broken = region('r', { size: [8, 8], counts: '1' })
    expect(edit([{ type: 'region.add', region: broken, index: 0 }])).toThrow(ContractError)
    expect(store.history(1)).toEqual([])
    expect(store.open(1).version).toBe(0)
  })

  test('S8: pairs keep their numbers and work when the folder is read again', () => {
    store.edit(3, 'event-001', 'Notes edited', addNote, '')
    store.pairs.synchronise(['p0', 'p10'].map(found))
    expect(store.pairs.rows(store.pairs.find(everything, 'key')).map(({ id, key }) => [id, key])).toEqual([
      [4, 'p0'],
      [3, 'p10'],
    ])
    expect(store.open(3).document.review.notes).toBe('look again')
    store.pairs.synchronise(['p1', 'p2', 'p10'].map(found))
    expect(store.pairs.find(everything, 'key')).toEqual([1, 2, 3])
  })

  test('S8: pairs of another reading leave the work on other images alone, and it comes back with them', () => {
    const keys = (): string[] => store.pairs.rows(store.pairs.find(everything, 'key')).map(({ key }) => key)
    store.pairs.synchronise(foundWith('B'))
    propose(1, [region('a', square(1))])
    store.edit(1, 'event-001', 'Notes edited', addNote, '')
    store.pairs.synchronise(foundWith('C'), () => true)
    const [other] = store.pairs.find(everything, 'key')
    expect(keys()).toEqual(['p1', 'p2'])
    expect(store.open(other)).toMatchObject({
      version: 0,
      pair: { after: 'C/p1.png' },
      document: { regions: [] },
    })
    store.edit(other, 'event-002', 'Notes edited', addNote, '')
    // the same reading again, of files that were moved
    store.pairs.synchronise(foundWith('D'))
    expect(store.pairs.find(everything, 'key')[0]).toBe(other)
    store.pairs.synchronise(foundWith('B'), () => true)
    expect(store.pairs.find(everything, 'key')).toEqual([1, 2])
    expect(keys()).toEqual(['p1', 'p2'])
    expect(store.open(1).document).toMatchObject({ review: { notes: 'look again' }, regions: [{ id: 'a' }] })
    store.pairs.synchronise(foundWith('D'), () => true)
    expect(store.pairs.find(everything, 'key')[0]).toBe(other)
  })

  test('S9: finds by state, text and score', () => {
    propose(2, [{ ...region('a', square(1)), category: 'Tree' }])
    store.decide(2, 'flag', { eventId: 'decide-01', reviewer: null, milliseconds: 0 })
    expect(store.pairs.find({ ...everything, states: ['flagged'] }, 'key')).toEqual([2])
    expect(store.pairs.find({ ...everything, search: 'tree' }, 'key')).toEqual([2])
    expect(store.pairs.find({ ...everything, search: "' OR 1=1 --" }, 'key')).toEqual([])
    expect(store.pairs.find(everything, 'score-descending')).toEqual([2, 1, 3])
    expect(store.categories.list()).toEqual(['Tree', 'change'])
  })

  test.skipIf(isInDatabase)(`S10: a store of a newer program is refused and not touched${FILE_ONLY}`, () => {
    const path = join(folder, 'newer.db')
    const database = new DatabaseSync(path)
    database.exec('PRAGMA user_version = 9999')
    database.close()
    expect(() => new ProjectStore(path)).toThrow(StoreError)
    expect(() => new ProjectStore(path)).toThrow('newer')
  })

  test.skipIf(isInDatabase)(
    `S11: a full disk is said in words, and work goes on when there is room again${FILE_ONLY}`,
    () => {
      const full = new ProjectStore(join(folder, 'project.db'))
      // oxlint-disable-next-line typescript/dot-notation -- a limit of this connection alone
      const connection = full['database']
      const { page_count } = connection.prepare('PRAGMA page_count').get() as { page_count: number }
      connection.exec(`PRAGMA max_page_count = ${page_count}`)
      const long: Diff = [{ type: 'review.set', from: { notes: '' }, to: { notes: 'x'.repeat(9000) } }]
      const edit = (): unknown => full.edit(1, 'event-001', 'Notes edited', long, '')
      expect(edit).toThrow('is full')
      expect(edit).toThrow(ContractError)
      expect(full.open(1).version).toBe(0)
      connection.exec('PRAGMA max_page_count = 100000')
      expect(edit).not.toThrow()
      full.close()
    },
  )

  test.skipIf(isInDatabase)(
    `S12: an edit waits for another program that writes to the same store${FILE_ONLY}`,
    async () => {
      const script = `
      const { DatabaseSync } = require('@photostructure/sqlite')
      const database = new DatabaseSync(process.argv[1])
      database.exec('BEGIN IMMEDIATE')
      console.log('locked')
      setTimeout(() => database.exec('COMMIT'), 300)`
      const other = spawn(process.execPath, ['-e', script, join(folder, 'project.db')])
      await once(other.stdout, 'data')
      expect(store.edit(1, 'event-001', 'Notes edited', addNote, '').version).toBe(1)
    },
  )

  test.skipIf(isInDatabase)(
    `S13: a damaged store is refused with its path and what to do${FILE_ONLY}`,
    () => {
      const path = join(folder, 'damaged.db')
      writeFileSync(path, 'x'.repeat(5000))
      expect(() => new ProjectStore(path)).toThrow(
        /damaged\.db cannot be opened: .* move it away to begin anew/,
      )
    },
  )

  test.skipIf(isInDatabase)(
    `S14: a store of before proposals had links and agreement is brought up to date; its proposals have none${FILE_ONLY}`,
    () => {
      const path = join(folder, 'older.db')
      const database = new DatabaseSync(path)
      database.exec(PROJECT)
      database.exec(`PRAGMA user_version = 10;
      INSERT INTO pairs (id, key, before, after, position, base_proposal_id) VALUES (1, 'p', 'a', 'b', 0, 1);
      INSERT INTO proposals VALUES (1, 1, 1, 'difference', '1', 'cpu', '{"total":5}', 0.9, NULL, '[]', '[]', '[]')`)
      database.close()
      const older = new ProjectStore(path)
      expect(older.proposals.get(1)).toMatchObject({ links: [], agreement: null, score: 0.9 })
      expect(older.open(1)).toMatchObject({
        document: { links: [] },
        proposal: { agreement: null, regionCount: 0 },
      })
      expect(older.pairs.proposalCoverage('difference')).toEqual({ pairs: 1, proposed: 1, missing: 0 })
      expect(older.pairs.proposalCoverage('other')).toEqual({ pairs: 1, proposed: 1, missing: 1 })
      older.close()
    },
  )

  test('S15: a proposal keeps its links and agreement, an untouched pair shows them, and pairs are ordered by them', () => {
    const links = [{ id: 'l', captionId: 'c', start: 0, end: 9, regionId: 'a' }]
    expect(store.pairs.hasAgreement()).toBe(false)
    const sure = propose(1, [region('a', square(1))], { links, agreement: { score: 0.9, remark: null } })
    const remark = 'The words point elsewhere.'
    propose(3, [region('a', square(1))], { agreement: { score: 0.2, remark } })
    expect(sure.links).toEqual(links)
    expect(store.open(1)).toMatchObject({
      document: { links },
      proposal: { agreement: { score: 0.9 }, regionCount: 1 },
    })
    reopen()
    expect(store.proposals.get(2)?.agreement).toEqual({ score: 0.2, remark })
    expect(store.pairs.rows([1, 2, 3]).map(({ agreement }) => agreement)).toEqual([0.9, null, 0.2])
    expect(store.pairs.hasAgreement()).toBe(true)
    expect(store.pairs.find(everything, 'disagreement')).toEqual([3, 1, 2])
  })
})
