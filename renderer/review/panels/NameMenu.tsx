import { ActionIcon, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useRef } from 'react'
import type { KeyboardEvent, ReactElement } from 'react'
import { UNNAMED } from '../../../src/domain/document'
import type { Region, RegionName } from '../../../src/domain/document'
import { categoryColor } from '../../components/colors'
import { presentBindings, withKeys } from '../../keys/actions'
import { combinationsOf, isMac, keyPressOf, spellKeys } from '../../keys/bindings'
import { text } from '../../text/chosen'
import { chooseName, closeNames, removeNameOf, showNames, useNameMenu } from '../commands/names'
import styles from './RegionPanel.module.css'
import { spellMessage } from '../../text/message'

const words = text.review.names

/** Of the categories most used in the project. */
const AT_MOST = 8

/** Milliseconds in which letters go on with the name that the menu looks for. */
const WORD_PAUSE = 500

interface NameMenuProps {
  region: Region
  /** Categories of the project. */
  mostUsed: readonly string[]
}

/** The next best names and those most used, to take instead: by the arrows and Enter, or by their first letters. */
export function NameMenu({ region, mostUsed }: NameMenuProps): ReactElement {
  const isOpen = useNameMenu(({ regionId }) => regionId === region.id)
  const offered = offeredNames(region, mostUsed)
  const removeKeys = canLoseName(region) ? keysToRemove([...offered.best.map(wordOf), ...offered.used]) : []
  const onKeyDown = useRemoveKey(region.id, removeKeys)
  return (
    <Menu
      opened={isOpen}
      position="bottom-end"
      width="14rem"
      withInitialFocusPlaceholder={false}
      onChange={(opened) => (opened ? showNames(region.id) : closeNames())}
    >
      <Menu.Target>
        <ActionIcon size={22} aria-label={words.next} title={withKeys(words.next, 'review.nameNext')}>
          <IconChevronDown size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onKeyDown={onKeyDown}>
        <Choices region={region} offered={offered} removeKeys={removeKeys} />
      </Menu.Dropdown>
    </Menu>
  )
}

interface OfferedNames {
  best: { word: string; score: number }[]
  used: string[]
}

function offeredNames(region: Region, mostUsed: readonly string[]): OfferedNames {
  const best = nextBest(region)
  const known = new Set([region.category, UNNAMED, ...best.map(wordOf)])
  return { best, used: mostUsed.filter((word) => !known.has(word)).slice(0, AT_MOST) }
}

const wordOf = ({ word }: { word: string }): string => word

function canLoseName({ name, category }: Region): boolean {
  return name != null || category !== UNNAMED
}

/** The keys that take the name away, without letters that choose an offered name, which begins with them. */
function keysToRemove(offered: readonly string[]): string[] {
  const keys = presentBindings().get('review.nameRemove') ?? []
  return keys.filter((key) => !offered.some((word) => word.toUpperCase().startsWith(key)))
}

/** Takes the name away by its keys, but not by a letter within a name that is being typed. */
function useRemoveKey(regionId: string, keys: readonly string[]): (event: KeyboardEvent) => void {
  const lastLetterAt = useRef(-Infinity)
  return (event) => {
    const isWithinWord = event.timeStamp - lastLetterAt.current < WORD_PAUSE
    if (!isWithinWord && combinationsOf(keyPressOf(event.nativeEvent)).some((key) => keys.includes(key))) {
      event.preventDefault()
      closeNames()
      removeNameOf(regionId)
    } else if (event.key.length === 1) {
      lastLetterAt.current = event.timeStamp
    }
  }
}

interface ChoicesProps {
  region: Region
  offered: OfferedNames
  removeKeys: readonly string[]
}

function Choices({ region, offered: { best, used }, removeKeys }: ChoicesProps): ReactElement {
  const { id } = region
  return (
    <>
      {best.length === 0 ? null : <Menu.Label>{words.best}</Menu.Label>}
      {best.map(({ word, score }, at) => (
        <Choice key={word} regionId={id} word={word} score={score} isFirst={at === 0} />
      ))}
      {used.length === 0 ? null : <Menu.Label>{words.used}</Menu.Label>}
      {used.map((word, at) => (
        <Choice key={word} regionId={id} word={word} score={null} isFirst={at === 0 && best.length === 0} />
      ))}
      {best.length + used.length === 0 ? <Menu.Label>{words.noOther}</Menu.Label> : null}
      {!canLoseName(region) ? null : (
        <>
          <Menu.Divider />
          <Menu.Item
            rightSection={<span className={styles.figure}>{spellKeys(removeKeys.join(' '), isMac)}</span>}
            onClick={() => removeNameOf(id)}
          >
            {words.remove}
          </Menu.Item>
        </>
      )}
    </>
  )
}

interface ChoiceProps {
  regionId: string
  word: string
  /** Null where nothing says how likely it is. */
  score: number | null
  isFirst: boolean
}

function Choice({ regionId, word, score, isFirst }: ChoiceProps): ReactElement {
  return (
    <Menu.Item
      data-autofocus={isFirst || undefined}
      leftSection={<span className={styles.swatch} style={{ background: categoryColor(word) }} />}
      rightSection={score === null ? null : <span className={styles.figure}>{words.percent(score)}</span>}
      onClick={() => chooseName(regionId, word)}
    >
      {word}
    </Menu.Item>
  )
}

/** Where a person changed the name, what the program saw comes first. */
function nextBest({ category, name }: Region): { word: string; score: number }[] {
  return name == null ? [] : [name, ...name.others].filter(({ word }) => word !== category)
}

/** Why the region has its name, or had one before a person changed it. */
export function NameEvidence({ region }: { region: Region }): ReactElement | null {
  const { name, category } = region
  return name == null ? null : (
    <p className={styles.evidence} data-selectable>
      {sentenceOf(name, category)}
    </p>
  )
}

function sentenceOf(name: RegionName, category: string): string {
  const { word, score, seen } = name
  const why = spellMessage(name.why)
  if (word === category) {
    return why.charAt(0).toUpperCase() + why.slice(1)
  }
  return (seen === null ? words.taughtAs : words.seenAs)(word, words.percent(score), why)
}
