import { ActionIcon, Button, Checkbox, TextInput, Tooltip } from '@mantine/core'
import { IconRotate } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactElement } from 'react'
import type { NameList } from '../../../src/contract/names'
import { text } from '../../text/chosen'
import settings from '../Settings.module.css'
import styles from './NameSettings.module.css'
import { resetWords, setWord } from './names'

const words = text.names.words

type Kind = NameList['kinds'][number]

/** Kinds that the detector knows, each with the project's word for it. */
export function NameWords({ kinds }: { kinds: readonly Kind[] }): ReactElement {
  const [filter, setFilter] = useState('')
  const changedCount = kinds.filter(isChanged).length
  const shown = kinds.filter((kind) => fits(kind, filter))
  return (
    <>
      <h3>{words.title}</h3>
      <p className={settings.dim}>{words.explain}</p>
      <div className={settings.keyBar}>
        <TextInput
          aria-label={words.filter}
          placeholder={words.filter}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
        <Button variant="default" disabled={changedCount === 0} onClick={() => void resetWords()}>
          {words.resetAll}
        </Button>
        {changedCount === 0 ? null : <span className={styles.count}>{words.count(changedCount)}</span>}
      </div>
      {shown.length === 0 ? <p className={settings.dim}>{words.none}</p> : null}
      <ul className={styles.words} aria-label={words.title}>
        {shown.map((kind) => (
          <Word key={kind.kind} {...kind} />
        ))}
      </ul>
    </>
  )
}

function isChanged({ kind, word }: Kind): boolean {
  return word !== kind
}

function fits({ kind, word }: Kind, filter: string): boolean {
  const wanted = filter.trim().toLowerCase()
  return [kind, word ?? ''].some((each) => each.toLowerCase().includes(wanted))
}

function Word({ kind, word }: Kind): ReactElement {
  const isLeftOut = word === null
  const isOwn = word === kind
  return (
    <li className={styles.word} data-left-out={isLeftOut || undefined}>
      <span className={styles.kind}>{kind}</span>
      <WordField kind={kind} word={word} />
      <Checkbox
        label={words.leaveOut}
        aria-label={words.leaveOutKind(kind)}
        checked={isLeftOut}
        onChange={(event) => void setWord(kind, event.currentTarget.checked ? null : kind)}
      />
      <Tooltip label={words.reset(kind)} disabled={isOwn}>
        <ActionIcon
          size={22}
          className={settings.reset}
          data-hidden={isOwn || undefined}
          disabled={isOwn}
          aria-label={words.reset(kind)}
          onClick={() => void setWord(kind, kind)}
        >
          <IconRotate size={14} />
        </ActionIcon>
      </Tooltip>
    </li>
  )
}

/** Stored on Enter and when the field is left; Escape keeps the word as it is. */
function WordField({ kind, word }: Kind): ReactElement {
  const [typed, setTyped] = useState<string | null>(null)
  function store(): void {
    setTyped(null)
    if (typed !== null) {
      void setWord(kind, typed)
    }
  }
  return (
    <TextInput
      className={styles.wordField}
      aria-label={words.word(kind)}
      placeholder={kind}
      disabled={word === null}
      maxLength={120}
      value={typed ?? word ?? ''}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={store}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          store()
        } else if (event.key === 'Escape') {
          setTyped(null)
        }
      }}
    />
  )
}
