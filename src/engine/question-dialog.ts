import type { Question } from './host-contract'

/** Texts of a dialog of the system. The first button allows what is asked for. */
interface QuestionDialog {
  message: string
  detail: string
  buttons: [string, string]
}

/** What the person is asked about a request of the page. */
export function questionDialog(question: Question): QuestionDialog {
  switch (question.kind) {
    case 'folder':
      return aboutFolder(question.path)
    case 'sending':
      return aboutSending(question)
    case 'network':
      return aboutNetwork(question.addresses)
  }
}

function aboutFolder(path: string): QuestionDialog {
  return {
    message: 'Use this place?',
    detail: `${path}\n\nIt was typed, and not chosen in a dialog. Deltascribe will read and write there.`,
    buttons: ['Use it', 'Do not use it'],
  }
}

function aboutNetwork(addresses: readonly string[]): QuestionDialog {
  return {
    message: 'Fetch model packs over these addresses?',
    detail: `${addresses.join('\n')}\n\nWhoever runs them sees which model packs you fetch. What comes is checked by its SHA-256.`,
    buttons: ['Use them', 'Do not use them'],
  }
}

const SENT = `With each question about a pair, Deltascribe sends:
- both pictures of the pair, with the changed regions outlined
- the instruction, with the regions in words
- the name of the model, and the API key where there is one

It sends no file names, no folders and no other pairs.`

function aboutSending({ origin, host, reach }: Extract<Question, { kind: 'sending' }>): QuestionDialog {
  const where =
    reach === 'public' ? 'lies on the public network' : 'lies in your network, not on this machine'
  return {
    message: `Send pictures to ${host}?`,
    detail: `${origin} ${where}. Whoever runs it will see what is sent, and may keep it.\n\n${SENT}`,
    buttons: [`Send to ${host}`, 'Do not send'],
  }
}
