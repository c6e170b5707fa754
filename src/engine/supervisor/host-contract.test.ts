import { messagesIn } from '../../messages/catalogues'
import { english } from '../../messages/en'
import { expect, test } from 'vitest'
import { questionDialog } from './host-contract'

test.each([
  ['public', 'lies on the public network'],
  ['network', 'lies in your network'],
] as const)('a dialog about a server of reach "%s" names it, and what is sent there', (reach, where) => {
  const [origin, host] = ['https://captions.example.org:8443', 'captions.example.org:8443']
  const { message, detail, buttons } = questionDialog(
    { kind: 'sending', origin, host, reach },
    english.questions,
  )
  expect([message, buttons]).toEqual([
    'Send pictures to captions.example.org:8443?',
    ['Send to captions.example.org:8443', 'Do not send'],
  ])
  expect(detail).toContain(`${origin} ${where}`)
  expect(detail).toContain('both pictures of the pair')
})

test('a dialog about a folder names its path', () => {
  expect(questionDialog({ kind: 'folder', path: '/data/boards' }, english.questions).detail).toMatch(
    /^\/data\/boards\n/,
  )
})

test('a dialog about downloads names the addresses that they would go over', () => {
  const addresses = ['http://proxy.test:3128', 'https://mirror.test']
  const { detail } = questionDialog({ kind: 'network', addresses }, english.questions)
  expect(detail).toMatch(/^http:\/\/proxy\.test:3128\nhttps:\/\/mirror\.test\n/)
})

test('a dialog is in the language of the person', () => {
  const { message, buttons } = questionDialog(
    { kind: 'folder', path: '/data/boards' },
    messagesIn.de.questions,
  )
  expect([message, ...buttons]).toEqual(['Diesen Ort verwenden?', 'Verwenden', 'Nicht verwenden'])
})
