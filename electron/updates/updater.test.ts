import { expect, test } from 'vitest'
import { describeFound } from './updater'

function notesOf(releaseNotes: string): string {
  const info = { version: '2.0.0', releaseDate: '2026-01-01', files: [], path: '', sha512: '' }
  return describeFound({ ...info, releaseNotes }).notes
}

test('marks of release notes are those that were written, and tags are none', () => {
  expect(notesOf('<p>Masks &amp; captions; &quot;K&quot; isn&#39;t &lt;1&nbsp;s, but &gt;0&#x27;</p>')).toBe(
    `Masks & captions; "K" isn't <1 s, but >0'`,
  )
})

test('what stands for a tag in the text stays text, and an entity that is written about stays', () => {
  expect(notesOf('<li>&lt;b&gt; is bold</li>')).toBe('<b> is bold')
  expect(notesOf('write &amp;lt; for it')).toBe('write &lt; for it')
})
