import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { emptyDocument } from '../../../src/domain/document'
import type { Caption, PairDocument, Region } from '../../../src/domain/document'
import { encodeRle } from '../../../src/mask/rle'
import { message } from '../../../src/messages/message'
import type { MemoryEngine } from '../testing'

vi.stubGlobal('window', { addEventListener: () => undefined })
vi.stubGlobal('navigator', { userAgent: 'test' })

const { connectMemoryEngine } = await import('../testing')
const { useNotices } = await import('../../state/notices')
const { applyEdit, useReviewDocument } = await import('../document')
const { complete, forgetChain, recaption, remask, takeOffered } = await import('./chain')
const { offeredFor, useChain } = await import('./chain-store')
const { addDraft } = await import('./drafts')
const { captionField, registerField } = await import('../../state/fields')
const { fetchProposers, isAnsweredByOneInUse } = await import('../../state/proposers')
const { useReviewSession } = await import('../session')
const { setCaption } = await import('./edits')
const { useCurrentPair } = await import('../session')
const { NO_STEPS: noSteps } = await import('../own-edits')

const model = { kind: 'model', model: 'ccrc-base', version: '1' } as const

function caption(id: string, text: string, source: Caption['source'] = model): Caption {
  return { id, text, rank: 0, source, logProbability: -1 }
}

function proposed(id: string, pixel = 0): Region {
  const mask = encodeRle({ width: 3, height: 2, data: new Uint8Array(6).fill(1, pixel, pixel + 1) })
  return { id, category: 'moved', status: 'proposed', mask, beforeMask: null, source: model, score: 0.5 }
}

let memory: MemoryEngine
let release: () => void
/** Called while the model thinks. */
let meanwhile: () => void = () => undefined

const regions = (): number => useReviewDocument.getState().open?.document.regions.length ?? 0
const captions = (): Caption[] => useReviewDocument.getState().open?.document.captions ?? []
const type = (typed: string): void => {
  applyEdit('Caption edited', (now) => setCaption(now, 'c1', typed))
}

async function open(document: Partial<PairDocument>, answer: object): Promise<void> {
  memory.documents.set(1, { ...emptyDocument(), ...document })
  for (const command of ['chain.recaption', 'chain.remask']) {
    memory.answers.set(command, () => {
      meanwhile()
      return answer
    })
  }
  useCurrentPair.setState({ pairId: 1 })
  await useReviewDocument.getState().openPair(1)
}

beforeEach(() => {
  memory = connectMemoryEngine()
  meanwhile = (): void => undefined
  useReviewDocument.getState().closePair()
  useNotices.setState({ notices: [] })
  useReviewSession.setState({ writtenCaptionId: null })
})

describe('what is typed while the model is asked', () => {
  const said = { captions: [caption('n1', 'the model says')], links: [] }

  it('stays, and the answer comes beside it', async () => {
    await open({ captions: [caption('c1', 'the cube')] }, said)
    meanwhile = () => type('the cube, a person wrote')
    await recaption()
    expect(captions().map(({ text }) => text)).toEqual(['the cube, a person wrote', 'the model says'])
  })

  it('stays where it is not yet an edit', async () => {
    await open({ captions: [caption('c1', 'the cube')] }, said)
    let typed: string | null = null
    meanwhile = () => (typed = 'still being typed')
    const remove = addDraft(() => {
      const text = typed
      typed = null
      if (text !== null) {
        type(text)
      }
    })
    await recaption()
    remove()
    expect(captions().map(({ text }) => text)).toEqual(['still being typed', 'the model says'])
  })

  it('stays in the field as it was typed', async () => {
    await open({ captions: [caption('c1', 'the cube')] }, said)
    const done: string[] = []
    const remove = addDraft(
      () => done.push('left'),
      () => done.push('stored'),
    )
    await recaption()
    remove()
    expect(done).toEqual(['stored', 'stored'])
  })

  it('leaves the answer in place of what the model itself wrote', async () => {
    await open({ captions: [caption('c1', 'the cube')] }, said)
    await recaption()
    expect(captions().map(({ id, text }) => [id, text])).toEqual([['c1', 'the model says']])
  })

  it('closes ways to go on that do not go on with it', async () => {
    const going = { captions: [caption('n1', 'the cube moved')], links: [] }
    const current = { value: 'the cube', selectionStart: 8 } as HTMLTextAreaElement
    onTestFinished(registerField(captionField('c1'), { current }))
    useReviewSession.setState({ writtenCaptionId: 'c1' })
    await open({ captions: [caption('c1', 'the cube')] }, going)
    await complete()
    expect(useChain.getState().completions?.captions).toHaveLength(1)
    meanwhile = () => Object.assign(current, { value: 'the cube is', selectionStart: 11 })
    await complete()
    expect(useChain.getState().completions).toBeNull()
  })

  it('is an edit of its own before a completion takes its place', async () => {
    await open({ captions: [caption('c1', 'the cube')] }, said)
    const labels: string[] = []
    memory.onCommand = (command) => labels.push(command)
    const remove = addDraft(() => type('the cube and more'))
    takeOffered({ captionId: 'c1', captions: [], links: [] }, caption('n1', 'the cube moved'), 'Taken')
    remove()
    await vi.waitFor(() => expect(labels).toEqual(['pairs.edit', 'pairs.edit']), 60_000)
    expect(captions().map(({ text }) => text)).toEqual(['the cube moved'])
  })
})

describe('an answer that comes too late', () => {
  const said = { captions: [caption('n1', 'the model says')], links: [] }

  it('says nothing of the pair of another folder that has the same number', async () => {
    await open({ captions: [caption('c1', 'the cube')] }, said)
    meanwhile = forgetChain
    await recaption()
    expect(captions().map(({ text }) => text)).toEqual(['the cube'])
    expect(useChain.getState()).toMatchObject({ pairId: null, running: null })
  })

  it('is not asked for while the next pair is on its way', async () => {
    await open({ captions: [caption('c1', 'the cube')] }, said)
    useCurrentPair.setState({ pairId: 2 })
    await recaption()
    expect(captions().map(({ text }) => text)).toEqual(['the cube'])
  })
})

describe('an answer without regions', () => {
  const nothing = { regions: [], links: [], remarks: [] }

  it('takes nothing away where the caption speaks of something', async () => {
    await open({ captions: [caption('c1', 'the cube moved')], regions: [proposed('r1')] }, nothing)
    await remask()
    expect(regions()).toBe(1)
    expect(useChain.getState().problem?.question).toBe('remask')
  })

  it('says in the engine’s words what was not found, also where something else was', async () => {
    const remarks = [message('located.nothingFits', { said: 'the cube' })]
    await open(
      { captions: [caption('c1', 'the cube moved')], regions: [proposed('r1')] },
      { ...nothing, remarks },
    )
    await remask()
    expect(regions()).toBe(1)
    expect(useChain.getState().problem?.message).toBe('Nothing that fits “the cube” was found.')
    const some = { regions: [proposed('new', 5)], links: [], remarks }
    await open({ captions: [caption('c1', 'a ball came, the cube moved')], regions: [proposed('r1')] }, some)
    await remask()
    expect(useReviewDocument.getState().open?.document.regions.map(({ id }) => id)).toEqual(['new'])
    expect(useChain.getState().problem?.message).toBe('Nothing that fits “the cube” was found.')
  })

  it('takes nothing away where the caption speaks of something by now', async () => {
    await open({ captions: [caption('c1', 'nothing has changed')], regions: [proposed('r1')] }, nothing)
    meanwhile = () => type('the cube moved')
    await remask()
    expect(regions()).toBe(1)
  })

  it('takes proposals away in words where the caption says that nothing changed', async () => {
    await open({ captions: [caption('c1', 'nothing has changed')], regions: [proposed('r1')] }, nothing)
    await remask()
    expect(regions()).toBe(0)
    expect(useNotices.getState().notices).toMatchObject([{ level: 'info' }])
  })
})

describe('other captions that are offered', () => {
  const said = { captions: [caption('n1', 'the model says'), caption('n2', 'or this')], links: [] }
  const offered = (): string[] | undefined => {
    const steps = useReviewDocument.getState().steps.get(1) ?? noSteps
    return offeredFor(useChain.getState(), steps)?.captions.map(({ text }) => text)
  }
  const { undo, redo } = useReviewDocument.getState()

  it('go with the step that they came with, and come back with it', async () => {
    await open({ captions: [caption('c1', 'the cube')] }, said)
    const { edit, open: opened } = useReviewDocument.getState()
    await edit('Caption edited', setCaption(opened?.document ?? emptyDocument(), 'c1', 'the cube moved'))
    useReviewDocument.setState({ steps: new Map() }) // as where the pair is opened anew
    await recaption()
    await vi.waitFor(() => expect(offered()).toEqual(['or this']), 60_000)
    type('a person goes on')
    await undo()
    expect(offered()).toEqual(['or this'])
    await undo()
    expect(offered()).toBeUndefined()
    await undo()
    await redo()
    expect(offered()).toBeUndefined()
    await redo()
    expect(offered()).toEqual(['or this'])
  })

  it('are gone where another step takes its place', async () => {
    await open({ captions: [caption('c1', 'the cube', { kind: 'person' })] }, said)
    await recaption()
    await vi.waitFor(() => expect(offered()).toEqual(['or this']), 60_000)
    await undo()
    type('a person goes on')
    await undo()
    expect(useReviewDocument.getState().open?.redoLabel).toBe('Caption edited')
    await redo()
    expect(offered()).toBeUndefined()
  })
})

describe('regions from the caption', () => {
  it('take only the place of what nobody decided on, and one undo brings that back with its words', async () => {
    const measured = { kind: 'proposal', proposalId: 1 } as const
    const at = { captionId: 'c1', start: 0, end: 3 }
    const document: PairDocument = {
      ...emptyDocument(),
      regions: [
        { ...proposed('measured', 0), source: measured },
        { ...proposed('accepted', 1), source: measured, status: 'accepted' },
        { ...proposed('rejected', 2), source: measured, status: 'rejected' },
        { ...proposed('drawn', 3), source: { kind: 'person' } },
        { ...proposed('asked before', 4) },
      ],
      captions: [caption('c1', 'the cube moved', measured)],
      links: [{ ...at, id: 'l1', regionId: 'measured' }],
    }
    const answer = {
      regions: [proposed('new', 5)],
      links: [{ ...at, id: 'l2', regionId: 'new' }],
      remarks: [],
    }
    await open(document, answer)
    const present = (): PairDocument | undefined => useReviewDocument.getState().open?.document
    await remask()
    expect(present()?.regions.map(({ id }) => id)).toEqual(['accepted', 'rejected', 'drawn', 'new'])
    expect(present()?.links.map(({ id }) => id)).toEqual(['l2'])
    await useReviewDocument.getState().undo()
    expect(present()).toEqual(document)
  })
})

describe('a question about another pair', () => {
  it('is not put while the model is asked, and the person is told', async () => {
    await open({ captions: [caption('c1', 'the cube')] }, { captions: [], links: [] })
    meanwhile = () => {
      useCurrentPair.setState({ pairId: 2 })
      void useReviewDocument.getState().openPair(2).then(recaption)
    }
    memory.answers.set('chain.recaption', async () => {
      meanwhile()
      await new Promise<void>((resolve) => (release = resolve))
      return { captions: [], links: [] }
    })
    const asked = recaption()
    await vi.waitFor(() => expect(useNotices.getState().notices).toHaveLength(1), 60_000)
    expect(useNotices.getState().notices[0].message).toContain('pair-1')
    release()
    await asked
  })
})

describe('measured difference that makes captions of names', () => {
  const said = { captions: [caption('n1', 'a car has appeared')], links: [] }
  const naming = {
    name: 'difference',
    title: 'Measured difference',
    description: '',
    isModel: false,
    answers: ['recaption', 'agree'],
    isAvailable: true,
    reason: null,
    isInUse: true,
  }
  const name = {
    word: 'car',
    score: 0.6,
    kind: 'appeared',
    seen: null,
    why: 'seen',
    others: [] as never[],
  } as const
  const proposal = { kind: 'proposal', proposalId: 1 } as const

  async function propose(answers: readonly string[]): Promise<void> {
    memory.answers.set('proposers.list', () => [{ ...naming, answers }])
    fetchProposers()
    await expect.poll(() => isAnsweredByOneInUse('recaption')).toBe(answers.includes('recaption'))
    await open({ captions: [caption('c1', 'there is a change', proposal)], regions: [] }, said)
    await recaption()
  }

  it('replaces what it said itself', async () => {
    await propose(naming.answers)
    expect(captions().map(({ id, text }) => [id, text])).toEqual([['c1', 'a car has appeared']])
  })

  it('keeps what it said where a model answers in its place', async () => {
    await propose([])
    expect(captions().map(({ text }) => text)).toEqual(['there is a change', 'a car has appeared'])
  })

  it('is told what the regions are called, and by what', async () => {
    const inputs: unknown[] = []
    const named = { ...proposed('r1'), category: 'car', name }
    await open({ regions: [named, { ...proposed('r2'), status: 'rejected' }] }, said)
    memory.answers.set('chain.recaption', (input) => {
      inputs.push(input)
      return said
    })
    await recaption()
    const { id, mask, beforeMask, category } = named
    expect(inputs).toMatchObject([{ regions: [{ id, mask, beforeMask, category, name }] }])
  })
})
