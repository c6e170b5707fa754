import { expect, test } from 'vitest'
import { DEFAULT_INSTRUCTION, defaultInstruction, instructionIn } from '../../contract/connector'
import { captionLanguageSchema } from '../../contract/project'
import { statesNoChange } from '../../metrics/no-change'

test.each(captionLanguageSchema.options)(
  'in %s, the answer that is asked for states no change',
  (language) => {
    const [, answer] = /If nothing changed, answer: (.+)/.exec(defaultInstruction(language)) ?? []
    expect(statesNoChange(answer)).toBe(true)
  },
)

test('the default instruction is asked in the language of captions, and another one as it stands', () => {
  expect(instructionIn(DEFAULT_INSTRUCTION, 'de')).toContain('one short German sentence')
  expect(instructionIn(DEFAULT_INSTRUCTION, 'de')).not.toMatch(/English|no difference/)
  expect(instructionIn(DEFAULT_INSTRUCTION, 'en')).toBe(DEFAULT_INSTRUCTION)
  expect(instructionIn('Say it in English.', 'de')).toBe('Say it in English.')
})
