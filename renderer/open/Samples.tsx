import { UnstyledButton } from '@mantine/core'
import type { ReactElement } from 'react'
import aerial from '../../samples/aerial/after/01-road.jpg'
import everyday from '../../samples/everyday/after/02-rock.jpg'
import rendered from '../../sample/after/blocks_001.png'
import type { SampleName } from '../../src/contract/project'
import { text } from '../text/chosen'
import { openSample } from './flow'
import styles from './Newcomer.module.css'

const words = text.samples

const PICTURES: Readonly<Record<SampleName, string>> = { everyday, aerial, rendered }
const SHOWN: readonly SampleName[] = ['everyday', 'aerial', 'rendered']

export function Samples(): ReactElement {
  return (
    <section className={styles.part} aria-label={words.title}>
      <h2>{words.title}</h2>
      <ul className={styles.cards}>
        {SHOWN.map((name) => (
          <li key={name}>
            <UnstyledButton className={styles.card} onClick={() => void openSample(name)}>
              <img src={PICTURES[name]} alt="" />
              <span className={styles.cardTitle}>{words.cards[name].title}</span>
              <span className={styles.line}>{words.cards[name].line}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <p className={styles.line}>{words.explain}</p>
    </section>
  )
}
