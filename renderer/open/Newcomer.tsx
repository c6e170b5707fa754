import { IconFileText, IconFolder, IconPhoto } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import after from '../../samples/everyday/after/02-rock.jpg'
import before from '../../samples/everyday/before/02-rock.jpg'
import mask from '../../samples/everyday/truth/02-rock.png'
import { text } from '../text/chosen'
import styles from './Newcomer.module.css'

const words = text.samples

/** Before, after and mask of a pair. */
export function PairExplained(): ReactElement {
  const parts = [
    { picture: before, name: words.pair.before },
    { picture: after, name: words.pair.after },
    { picture: mask, name: words.pair.mask },
  ]
  return (
    <section className={styles.part} aria-label={words.pair.title}>
      <h2>{words.pair.title}</h2>
      <div className={styles.cards}>
        {parts.map(({ picture, name }) => (
          <figure key={name} className={styles.figure}>
            <img src={picture} alt="" />
            <figcaption>{name}</figcaption>
          </figure>
        ))}
      </div>
      <p className={styles.line}>{words.pair.explain}</p>
    </section>
  )
}

/** Drawings of the layouts that are read. */
export function Layouts(): ReactElement {
  return (
    <section className={styles.part} aria-label={words.layouts.title}>
      <h2>{words.layouts.title}</h2>
      <ul className={styles.cards}>
        <Layout title={words.layouts.folders}>
          <Folder name="A/" files={['1.png', '2.png']} />
          <Folder name="B/" files={['1.png', '2.png']} />
        </Layout>
        <Layout title={words.layouts.suffixes}>
          <Folder name="" files={['1_before.png', '1_after.png', '2_before.png', '2_after.png']} />
        </Layout>
        <Layout title={words.layouts.list}>
          <span className={styles.file}>
            <IconFileText size={14} aria-hidden /> pairs.csv
          </span>
          <code>{words.layouts.columns}</code>
          <code>old/1.png,new/1.png</code>
          <code>old/2.png,new/2.png</code>
        </Layout>
      </ul>
    </section>
  )
}

function Layout({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <li className={styles.layout}>
      <span className={styles.cardTitle}>{title}</span>
      <div className={styles.drawing}>{children}</div>
    </li>
  )
}

function Folder({ name, files }: { name: string; files: readonly string[] }): ReactElement {
  return (
    <div className={styles.folder}>
      {name === '' ? null : (
        <span className={styles.file}>
          <IconFolder size={14} aria-hidden /> {name}
        </span>
      )}
      {files.map((file) => (
        <span key={file} className={styles.file}>
          <IconPhoto size={14} aria-hidden /> {file}
        </span>
      ))}
    </div>
  )
}
