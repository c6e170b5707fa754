import type { ReactElement, ReactNode } from 'react'
import styles from './Empty.module.css'

/** Shown by a screen that has no content: a title, and what to do about it. */
export function Empty(props: {
  icon: ReactNode
  title: string
  children?: ReactNode
  isProblem?: boolean
}): ReactElement {
  return (
    <div className={styles.empty} role={props.isProblem === true ? 'alert' : undefined}>
      <div className={styles.icon} aria-hidden>
        {props.icon}
      </div>
      <h2 className={styles.title}>{props.title}</h2>
      {props.children}
    </div>
  )
}
