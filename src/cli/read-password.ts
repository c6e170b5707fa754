import type { Readable } from 'node:stream'
import { failWith } from '../contract/errors'

/** A line of input has no more. Characters. */
const MOST_CHARACTERS = 5000

const [INTERRUPT, END, BACKSPACE, DELETE] = ['\u0003', '\u0004', '\b', '\u007F']

/** What passwords are read from and asked on. */
export interface Terminal {
  input: Readable & {
    isTTY?: boolean
    setRawMode?: (isRaw: boolean) => unknown
  }
  /** Prompts, apart from results. */
  ask: (text: string) => void
}

const ownTerminal: Terminal = {
  input: process.stdin,
  ask: (text) => void process.stderr.write(text),
}

/**
 * A new password: asked twice without showing it at a terminal, else the first line of standard input. Never from an
 * argument, which other users of the machine can list.
 * @throws ContractError `invalid-input`, `cancelled`
 */
export async function readPassword(terminal = ownTerminal): Promise<string> {
  if (terminal.input.isTTY !== true) {
    return firstLine(terminal)
  }
  const password = await askHidden(terminal, 'Password: ')
  if (password !== (await askHidden(terminal, 'Once more: '))) {
    throw failWith('invalid-input', 'The two passwords are not the same. Nothing was changed.')
  }
  return password
}

function firstLine(terminal: Terminal): Promise<string> {
  return read(terminal, (text, isAtEnd) => {
    const end = text.search(/\r?\n/)
    return end >= 0 ? text.slice(0, end) : isAtEnd ? text : null
  })
}

async function askHidden(terminal: Terminal, prompt: string): Promise<string> {
  terminal.ask(prompt)
  terminal.input.setRawMode?.(true)
  try {
    const typed = await read(terminal, (text) => {
      if (text.includes(INTERRUPT) || text.includes(END)) {
        throw failWith('cancelled', 'Nothing was changed.')
      }
      const end = text.search(/[\r\n]/)
      return end < 0 ? null : text.slice(0, end)
    })
    return withoutErased(typed)
  } finally {
    terminal.input.setRawMode?.(false)
    terminal.ask('\n')
  }
}

/** @param take null where more is to come */
function read({ input }: Terminal, take: (text: string, isAtEnd: boolean) => string | null): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const stop = (): void => {
      input.off('data', onData)
      input.off('end', onEnd)
      input.pause()
    }
    const look = (isAtEnd: boolean): void => {
      try {
        if (text.length > MOST_CHARACTERS) {
          throw failWith('invalid-input', 'This is too long for a password.')
        }
        const taken = take(text, isAtEnd)
        if (taken !== null) {
          stop()
          resolve(taken)
        }
      } catch (error) {
        stop()
        reject(error instanceof Error ? error : new Error(String(error)))
      }
    }
    const onData = (part: string | Buffer): void => {
      text += part.toString()
      look(false)
    }
    const onEnd = (): void => look(true)
    input.setEncoding('utf8')
    input.on('data', onData)
    input.on('end', onEnd)
    input.resume()
  })
}

function withoutErased(typed: string): string {
  const kept: string[] = []
  for (const character of typed) {
    if (character === BACKSPACE || character === DELETE) {
      kept.pop()
    } else {
      kept.push(character)
    }
  }
  return kept.join('')
}
