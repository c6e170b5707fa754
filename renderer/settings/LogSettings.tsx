import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { ReactElement } from 'react'
import { engine, shell } from '../engine'
import { attempt, notify } from '../state/notices'
import { text } from '../text/chosen'
import styles from './Settings.module.css'

const words = text.settings

/** Where the log is, and what to pass on where something fails. */
export function LogSettings(): ReactElement {
  const [place, setPlace] = useState<{ logPath: string; logFolder: string } | null>(null)
  useEffect(() => {
    void attempt(engine.call('app.diagnostics', {})).then(setPlace)
  }, [])
  return (
    <section aria-label={words.log}>
      <h2>{words.log}</h2>
      <p className={styles.dim}>{words.logExplain}</p>
      {place === null ? null : (
        <p className={styles.dim} data-selectable>
          {words.logPath}: {place.logPath}
        </p>
      )}
      <div className={styles.buttons}>
        {shell === null || place === null ? null : (
          <Button
            variant="default"
            onClick={() => void attempt(shell?.reveal(place.logFolder) ?? Promise.resolve())}
          >
            {words.showLogFolder}
          </Button>
        )}
        <Button variant="default" onClick={() => void attempt(copyDiagnostics())}>
          {words.copyDiagnostics}
        </Button>
      </div>
    </section>
  )
}

/** As they are now: the log has grown since the page was shown. */
async function copyDiagnostics(): Promise<void> {
  const { text: diagnostics } = await engine.call('app.diagnostics', {})
  await (shell === null ? navigator.clipboard.writeText(diagnostics) : shell.copyText(diagnostics))
  notify('info', words.copied)
}
