import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { messagesIn } from '../messages/catalogues'
import { languageOf } from '../messages/languages'
import type { Language } from '../messages/languages'
import { inLanguage } from '../messages/message'
import type { MessageText } from '../messages/message'

/** What the page says beside its form. */
export interface PageState {
  /** What is wrong. */
  problem: MessageText | null
  /** What was done. */
  remark: MessageText | null
  /** As it was typed. */
  name: string
}

export const EMPTY_PAGE: PageState = { problem: null, remark: null, name: '' }

const STYLE = `
:root { color-scheme: light dark; --ground: #f4f5f7; --card: #fff; --ink: #1b1e24; --edge: #767b86; --act: #1c5fb8; --bad: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #16181d; --card: #1f2229; --ink: #e7e9ee; --edge: #868c99; --act: #9cc4ff; --bad: #ffb4ab; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--ground);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
form { width: 100%; max-width: 22rem; padding: 1.5rem; background: var(--card); border-radius: 0.5rem; }
h1 { margin: 0 0 1rem; font-size: 1.25rem; }
label { display: block; margin-top: 0.75rem; }
input { width: 100%; padding: 0.5rem; font: inherit; color: inherit; background: transparent;
  border: 1px solid var(--edge); border-radius: 0.25rem; }
button { width: 100%; margin-top: 1.25rem; padding: 0.5rem; font: inherit; font-weight: 600; color: var(--card);
  background: var(--act); border: 0; border-radius: 0.25rem; cursor: pointer; }
:focus-visible { outline: 2px solid var(--act); outline-offset: 2px; }
[role="alert"] { margin: 0; color: var(--bad); }
p { margin: 0; }
`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** The page has its own style and form, and nothing else: no script, no picture, no frame. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Sends the page on which people sign in, in the language of the browser. It works without script. */
export function sendSignInPage(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  state: PageState,
): void {
  response.setHeader('Content-Security-Policy', POLICY)
  // a browser that tells no page of its own tells its form no origin
  response.setHeader('Referrer-Policy', 'same-origin')
  response.setHeader('Vary', 'Accept-Language')
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' })
  response.end(signInPage(languageOf('system', acceptedLanguages(request)), state))
}

function signInPage(language: Language, { problem, remark, name }: PageState): string {
  const messages = messagesIn[language]
  const words = messages.team
  const said = (text: MessageText | null, role: string): string =>
    text === null ? '' : `<p role="${role}">${escaped(inLanguage(messages, text))}</p>`
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(words.title)} - Deltascribe</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<form method="post" action="/sign-in">
<h1>Deltascribe</h1>
${said(problem, 'alert')}${said(remark, 'status')}
<label>${escaped(words.name)}
<input name="name" value="${escaped(name)}" required maxlength="200" autocomplete="username"${name === '' ? ' autofocus' : ''}></label>
<label>${escaped(words.password)}
<input name="password" type="password" required maxlength="1000" autocomplete="current-password"${name === '' ? '' : ' autofocus'}></label>
<button>${escaped(words.signIn)}</button>
</form>
</main>
</body>
</html>
`
}

function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (character) => entities[character])
}

const MOST_LANGUAGES = 20

/** Tags of RFC 9110, 12.5.4, the most wanted first. */
export function acceptedLanguages({ headers }: Pick<IncomingMessage, 'headers'>): string[] {
  return (headers['accept-language'] ?? '')
    .split(',')
    .slice(0, MOST_LANGUAGES)
    .map((part) => {
      const [tag, ...parameters] = part.split(';').map((one) => one.trim())
      const quality = parameters.find((one) => one.startsWith('q='))?.slice(2)
      return { tag, quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag)
}
