import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { DEFAULT_REMOTE_SETTINGS } from '../../src/contract/remote'
import type { RemoteTrial } from '../../src/contract/remote'
import { text } from '../text/chosen'
import { alertSaying, button, part, statusSaying, textbox } from '../testing/find'
import { madeProviders } from '../testing/made-project'
import { renderApp, violations } from '../testing/mount'

const remote = { ...DEFAULT_REMOTE_SETTINGS, isOn: true, host: 'server' }
const status = { host: 'server', isAgreed: false, problem: null }
const agreed = { ...status, isAgreed: true }

const found: RemoteTrial = {
  found: {
    version: '0.1.0',
    platform: 'linux',
    providers: ['cpu', 'webgpu'],
    reports: madeProviders.reports,
    inUse: 'cpu',
  },
  status: agreed,
}

describe('another machine', () => {
  it('is off, and its fields come with it', async () => {
    const { engine } = await renderApp({ route: 'settings' })
    await expect.element(button('Try')).not.toBeInTheDocument()
    await part('switch', /^Make proposals on another machine/).click()
    expect(engine.inputsOf('settings.set')).toEqual([{ remote: { ...DEFAULT_REMOTE_SETTINGS, isOn: true } }])
    await expect.element(textbox('Machine')).toBeVisible()
    await expect.element(button('Try')).toBeDisabled()
  })

  it('is stored by a name that ssh takes for no option', async () => {
    const { engine } = await renderApp({ route: 'settings', settings: { remote: { ...remote, host: '' } } })
    await textbox('Machine').fill('-oProxyCommand=x')
    await userEvent.tab()
    await expect
      .element(textbox('Machine'))
      .toHaveAccessibleDescription(/without blanks that does not begin with a dash/)
    expect(engine.inputsOf('settings.set')).toEqual([])
    await textbox('Machine').fill(' me@server ')
    await userEvent.tab()
    await expect
      .poll(() => engine.inputsOf('settings.set'))
      .toEqual([{ remote: { ...remote, host: 'me@server' } }])
  })

  it('says what was found there, why not, or that nobody agreed', async () => {
    const { engine } = await renderApp({
      route: 'settings',
      settings: { remote },
      answers: { 'remote.status': () => status, 'remote.try': () => found },
    })
    await button('Try').click()
    await expect
      .element(statusSaying('Deltascribe 0.1.0 on linux.'))
      .toHaveTextContent(/It can use CPU \(13 ms\)\. Proposals are made on CPU\.$/)
    expect(await violations()).toEqual([])
    engine.on('remote.try', () => ({ found: null, status }))
    await button('Try').click()
    await expect.element(statusSaying('Nothing was sent: you did not agree.')).toBeVisible()
    engine.refuse('remote.try', { code: 'unreachable', message: 'server cannot make proposals.' })
    await button('Try').click()
    await expect.element(alertSaying('server cannot make proposals.')).toBeVisible()
  })

  it('is named in the status bar, and why proposals wait', async () => {
    const { engine } = await renderApp({
      settings: { remote },
      answers: { 'remote.status': () => status },
    })
    await expect
      .element(statusSaying('server cannot be used'))
      .toHaveAttribute('title', text.shell.machine.notAgreed)
    engine.emit('remote.changed', agreed)
    await expect.element(statusSaying('Proposals at server')).toBeVisible()
    engine.emit('remote.changed', { ...agreed, problem: 'No route to host.' })
    await expect.element(statusSaying('server cannot be used')).toHaveAttribute('title', 'No route to host.')
    engine.emit('remote.changed', { host: null, isAgreed: false, problem: null })
    await expect.element(statusSaying('server')).not.toBeInTheDocument()
  })
})
