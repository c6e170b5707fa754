import { ActionIcon, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { UNNAMED } from '../../../src/domain/document'
import type { Region, RegionName } from '../../../src/domain/document'
import { categoryColor } from '../../components/colors'
import { keysFor, withKeys } from '../../keys/actions'
import { text } from '../../text/chosen'
import { chooseName, closeNames, removeNameOf, showNames, useNameMenu } from '../commands/names'
import styles from './RegionPanel.module.css'
import { spellMessage } from '../../text/message'

const words = text.review.names

/** Of the categories most used in the project. */
const AT_MOST = 8

interface NameMenuProps {
  region: Region
  /** Categories of the project. */
  mostUsed: readonly string[]
}

/** The next best names and those most used, to take instead: by the arrows and Enter, or by their first letters. */
export function NameMenu({ region, mostUsed }: NameMenuProps): ReactElement {
  const isOpen = useNameMenu(({ regionId }) => regionId === region.id)
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
      <Menu.Dropdown>
        <Choices region={region} mostUsed={mostUsed} />
      </Menu.Dropdown>
    </Menu>
  )
}

function Choices({ region, mostUsed }: NameMenuProps): ReactElement {
  const { id, category, name } = region
  const others = nextBest(region)
  const offered = new Set([category, UNNAMED, ...others.map(({ word }) => word)])
  const used = mostUsed.filter((word) => !offered.has(word)).slice(0, AT_MOST)
  return (
    <>
      {others.length === 0 ? null : <Menu.Label>{words.best}</Menu.Label>}
      {others.map(({ word, score }, at) => (
        <Choice key={word} regionId={id} word={word} score={score} isFirst={at === 0} />
      ))}
      {used.length === 0 ? null : <Menu.Label>{words.used}</Menu.Label>}
      {used.map((word, at) => (
        <Choice key={word} regionId={id} word={word} score={null} isFirst={at === 0 && others.length === 0} />
      ))}
      {others.length + used.length === 0 ? <Menu.Label>{words.noOther}</Menu.Label> : null}
      {name == null && category === UNNAMED ? null : (
        <>
          <Menu.Divider />
          <Menu.Item
            rightSection={<span className={styles.figure}>{keysFor('review.nameRemove')}</span>}
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
