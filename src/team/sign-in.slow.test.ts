import { expect, test } from 'vitest'
import { isPassword } from './passwords'
import { People } from './people'
import { SignIn } from './sign-in'
import { makeTeamDatabase, PASSWORD } from './testing'

test('who signs in is told what is wrong, and an unknown name is told what a wrong password is', async () => {
  const database = makeTeamDatabase()
  const people = new People(database)
  await people.add('Ada', 'reviewer', PASSWORD)
  const signIn = new SignIn(database)
  const reasonOf = async (name: string, password: string): Promise<string> => {
    const answer = await signIn.signIn(name, password, '10.0.0.1')
    return answer.kind === 'refused' ? answer.reason.id : answer.kind
  }
  expect(await reasonOf('Ada', 'wrong password')).toBe('team.wrong')
  expect(await reasonOf('Bob', 'wrong password')).toBe('team.wrong')
  expect(await reasonOf('ada', PASSWORD)).toBe('in')
  await people.setDisabled('Ada', true)
  expect(await reasonOf('Ada', 'wrong password')).toBe('team.wrong')
  expect(await reasonOf('Ada', PASSWORD)).toBe('team.disabled')
  await database.close()
})

test('passwords of nobody, and of a damaged row, are never right', async () => {
  expect(await isPassword('', null)).toBe(false)
  expect(await isPassword('', 'scrypt:15:8:3::')).toBe(false)
})

test('people are found by their name in any capitals, and no two have one name', async () => {
  const database = makeTeamDatabase()
  const people = new People(database)
  await people.add(' Ada Lovelace ', 'owner', PASSWORD)
  expect(await people.find('ada lovelace')).toMatchObject({ name: 'Ada Lovelace', role: 'owner' })
  await expect(people.add('ADA LOVELACE', 'viewer', PASSWORD)).rejects.toThrow('already')
  expect(JSON.stringify(await people.list())).not.toContain(PASSWORD)
  await database.close()
})
