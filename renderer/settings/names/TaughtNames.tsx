import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import type { ReactElement } from 'react'
import type { NameList } from '../../../src/contract/names'
import { categoryColor } from '../../components/colors'
import { text } from '../../text/en'
import settings from '../Settings.module.css'
import styles from './NameSettings.module.css'
import { forgetWord } from './names'

const words = text.names.taught

type Taught = NameList['taught'][number]

/** Names that regions of the project were given by people, and are known again by. */
export function TaughtNames({ taught }: { taught: readonly Taught[] }): ReactElement {
  const [asked, setAsked] = useState<Taught | null>(null)
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <h3>{words.title}</h3>
      <p className={settings.dim}>{taught.length === 0 ? words.none : words.explain}</p>
      <ul className={styles.taught} aria-label={words.title}>
        {taught.map((name) => (
          <li key={name.word} className={styles.word}>
            <span className={styles.swatch} style={{ background: categoryColor(name.word) }} />
            <span className={styles.kind}>{name.word}</span>
            {name.isUsed ? null : <span className={styles.count}>{words.notUsed}</span>}
            <span className={styles.count}>{words.count(name.count)}</span>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={words.forget(name.word)}
              onClick={() => {
                setAsked(name)
                setAsking(true)
              }}
            >
              {words.forgetShort}
            </Button>
          </li>
        ))}
      </ul>
      {asked === null ? null : <Confirm name={asked} isOpen={isAsking} onClose={() => setAsking(false)} />}
    </>
  )
}

interface ConfirmProps {
  name: Taught
  isOpen: boolean
  onClose(): void
}

/** What is forgotten cannot be brought back. */
function Confirm({ name, isOpen, onClose }: ConfirmProps): ReactElement {
  const { word, count } = name
  return (
    <Modal opened={isOpen} onClose={onClose} title={words.confirm(word)} size="28rem">
      <p className={styles.question}>{words.confirmExplain(word, words.count(count))}</p>
      <div className={settings.buttons}>
        <Button
          onClick={() => {
            onClose()
            void forgetWord(word)
          }}
        >
          {words.forgetShort}
        </Button>
        <Button data-autofocus variant="default" onClick={onClose}>
          {text.shell.cancel}
        </Button>
      </div>
    </Modal>
  )
}
