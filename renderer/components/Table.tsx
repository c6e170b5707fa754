import type { ReactElement } from 'react'
import styles from './Table.module.css'

/** @param rows whose first cells are their names */
export function Table(props: { caption: string; heads: string[]; rows: string[][] }): ReactElement {
  const { caption, heads, rows } = props
  return (
    <div className={styles.wide}>
      <table className={styles.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- a cell is its column
                <td key={index}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
